// What is loaded when there is a key: a bundle of its own (esbuild.js), so that those without one do not wait for it.
export { GeminiList } from './geminiList.ts';
export { createGeminiModel } from './geminiModel.ts';
export { checkGeminiKey, type GeminiModelInfo, listGeminiModels } from './geminiModels.ts';
