import * as vscode from 'vscode';
import { describeError } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import { modelVendor, offlineFamily, offlineModelId } from '../ids.ts';

/** VS Code falls back on a model of this vendor, and on no other. */
const FALLBACK_VENDOR = 'copilot';

/**
 * Gemini is about to go: the model pickers of open chats go to the offline model. VS Code would wait for the picked one
 * to come back, and answer every message until then with “Language model unavailable”.
 */
export async function leaveGemini(log: Logger): Promise<void> {
  try {
    const others = await vscode.lm.selectChatModels({ vendor: FALLBACK_VENDOR });
    if (others.length === 0) {
      const model = { vendor: modelVendor, id: offlineModelId, family: offlineFamily };
      // Not documented, so it may be gone one day: then a person has to pick.
      await vscode.commands.executeCommand('workbench.action.chat.changeModel', model);
    }
  } catch (error) {
    log.warn(`The offline model could not be picked: ${describeError(error)}`);
  }
}
