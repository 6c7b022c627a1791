import * as vscode from 'vscode';
import { isModelError } from '../../llm/languageModel.ts';
import { OFFLINE_MODEL } from '../../model/offlineModel.ts';
import { modelVendor, offlineModelId } from '../ids.ts';

/** Under which a model's answers are recorded. */
export function modelIdOf(model: vscode.LanguageModelChat): string {
  return isOffline(model) ? OFFLINE_MODEL : `${model.vendor}/${model.id}`;
}

export function isOffline(model: vscode.LanguageModelChat): boolean {
  return model.vendor === modelVendor && model.id === offlineModelId;
}

/** What a person can do about it. Errors of other extensions' models arrive as LanguageModelError. */
export function sentenceOf(error: unknown): string {
  if (isModelError(error)) {
    return error.message;
  }
  if (error instanceof vscode.LanguageModelError) {
    switch (error.code) {
      case vscode.LanguageModelError.NoPermissions.name:
        return 'This model may not be used by Memory yet. Ask again and allow it, or choose another model.';
      case vscode.LanguageModelError.Blocked.name:
        return 'The model refused this request, or its quota is used up. Try again later, or choose another model.';
      case vscode.LanguageModelError.NotFound.name:
        return 'The chosen model is no longer there. Choose another one in the model picker.';
    }
    return error.message || 'The model failed. Try again, or choose another model.';
  }
  return error instanceof Error && error.message !== '' ? error.message : 'The model failed. The log has the details.';
}
