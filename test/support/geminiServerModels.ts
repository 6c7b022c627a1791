/** An entry of models.list. */
export interface ServedModel {
  name: string;
  version: string;
  displayName: string;
  description: string;
  inputTokenLimit: number;
  outputTokenLimit: number;
  supportedGenerationMethods: string[];
}

const chat = ['generateContent', 'countTokens', 'createCachedContent', 'batchGenerateContent'];
const embed = ['embedContent', 'countTextTokens', 'countTokens', 'asyncBatchEmbedContent'];

/** One of each kind that Google lists, in no helpful order. */
export const defaultModels: ServedModel[] = [
  makeModel('gemini-embedding-001', 'Gemini Embedding 001', embed, 2048, 1),
  makeModel('gemini-2.5-pro', 'Gemini 2.5 Pro', chat),
  makeModel('gemini-2.5-flash', 'Gemini 2.5 Flash', chat),
  makeModel('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', chat),
  makeModel(
    'gemini-2.5-flash-preview-tts',
    'Gemini 2.5 Flash Preview TTS',
    ['countTokens', 'generateContent'],
    8192,
    16384,
  ),
  makeModel('gemini-2.5-flash-image', 'Nano Banana', chat, 32768, 32768),
  makeModel(
    'gemini-2.5-flash-native-audio-latest',
    'Gemini 2.5 Flash Native Audio',
    ['bidiGenerateContent'],
    131072,
    8192,
  ),
  makeModel('gemini-live-2.5-flash-preview', 'Gemini Live 2.5 Flash', ['bidiGenerateContent']),
  makeModel('gemini-3-pro-preview', 'Gemini 3 Pro Preview', chat),
  makeModel('gemini-3-flash-preview', 'Gemini 3 Flash Preview', chat),
  makeModel('gemini-2.0-flash', 'Gemini 2.0 Flash', chat, 1_048_576, 8192),
  makeModel('gemini-flash-latest', 'Gemini Flash Latest', chat),
  makeModel('gemma-3-27b-it', 'Gemma 3 27B', ['generateContent', 'countTokens'], 131072, 8192),
  makeModel('imagen-4.0-generate-001', 'Imagen 4', ['predict'], 480, 8192),
];

export function makeModel(
  id: string,
  displayName: string,
  supportedGenerationMethods: string[],
  inputTokenLimit = 1_048_576,
  outputTokenLimit = 65_536,
): ServedModel {
  const version = /\d+(\.\d+)?/.exec(id)?.[0] ?? '1';
  const name = `models/${id}`;
  return {
    name,
    version,
    displayName,
    description: displayName,
    inputTokenLimit,
    outputTokenLimit,
    supportedGenerationMethods,
  };
}
