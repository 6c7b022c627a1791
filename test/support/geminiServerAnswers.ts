import { createHash } from 'node:crypto';
import { isJson, needsSignatures, partsOf } from './geminiServerChecks.ts';

export interface ScriptedToolCall {
  name: string;
  args?: Record<string, unknown>;
  thoughtSignature?: string;
  id?: string;
}

/** What the model says. Without any of it the server answers by itself. */
export interface ScriptedAnswer {
  text?: string;
  /** The text in the pieces in which it is streamed. */
  chunks?: string[];
  toolCalls?: ScriptedToolCall[];
  /** For requests with a schema: sent as JSON text. */
  json?: unknown;
  /** Raw parts of Gemini's protocol, one chunk each list. */
  parts?: object[][];
  finishReason?: string;
  /** `false` leaves usageMetadata out. */
  usage?: { promptTokenCount: number; candidatesTokenCount: number; thoughtsTokenCount?: number } | false;
}

export interface Chunk {
  candidates?: object[];
  promptFeedback?: object;
  usageMetadata?: object;
  modelVersion?: string;
}

/** The answer as the chunks of a stream, the last one with finishReason and usage. */
export function toChunks(answer: ScriptedAnswer, model: string, body: unknown): Chunk[] {
  const lists = partLists(answer);
  if (lists.length === 0) {
    lists.push([]);
  }
  const text = JSON.stringify(lists);
  const usage = answer.usage ?? {
    promptTokenCount: Math.ceil(JSON.stringify(body).length / 4),
    candidatesTokenCount: Math.ceil(text.length / 4),
  };
  return lists.map((parts, index) => {
    const last = index === lists.length - 1;
    const candidate = {
      ...(parts.length > 0 && { content: { parts, role: 'model' } }),
      ...(last && { finishReason: answer.finishReason ?? 'STOP' }),
      index: 0,
    };
    return { candidates: [candidate], ...(last && usage && { usageMetadata: usage }), modelVersion: model };
  });
}

export function joinChunks(chunks: Chunk[]): object {
  const candidates = chunks.map(chunk => chunk.candidates?.[0]);
  const parts = candidates.flatMap(candidate => (isJson(candidate) ? partsOf(candidate.content) : []));
  const last = chunks.at(-1);
  if (!last?.candidates) {
    return last ?? {};
  }
  return {
    ...last,
    candidates: [{ ...candidates.at(-1), ...(parts.length > 0 && { content: { parts, role: 'model' } }) }],
  };
}

function partLists(answer: ScriptedAnswer): object[][] {
  const texts = answer.chunks ?? (answer.text === undefined ? [] : inPieces(answer.text));
  const json = answer.json === undefined ? [] : inPieces(JSON.stringify(answer.json));
  const calls = (answer.toolCalls ?? []).map(({ name, args = {}, id, thoughtSignature }) => ({
    functionCall: { name, args, ...(id && { id }) },
    ...(thoughtSignature && { thoughtSignature }),
  }));
  const lists = [...texts, ...json].map((text): object[] => [{ text }]);
  return [...lists, ...(calls.length > 0 ? [calls] : []), ...(answer.parts ?? [])];
}

function inPieces(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / 3));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) {
    pieces.push(text.slice(at, at + size));
  }
  return pieces;
}

/** Says back what was asked; fills a schema; calls the first tool when it must call one. */
export function defaultAnswer(model: string, body: unknown): ScriptedAnswer {
  if (!isJson(body)) {
    return { text: 'Echo' };
  }
  const contents = Array.isArray(body.contents) ? body.contents : [];
  const last = partsOf(contents.at(-1));
  const asked = last.flatMap(part => (typeof part.text === 'string' ? [part.text] : [])).join('\n');
  const config = isJson(body.generationConfig) ? body.generationConfig : {};
  if (config.responseSchema !== undefined) {
    return { json: fill(config.responseSchema, asked) };
  }
  const responses = last.flatMap(part => (isJson(part.functionResponse) ? [part.functionResponse] : []));
  if (responses.length > 0) {
    return { text: responses.map(({ name, response }) => `${name} said: ${JSON.stringify(response)}`).join('\n') };
  }
  const tool = JSON.stringify(body.toolConfig ?? {}).includes('"ANY"') ? firstFunction(body.tools) : undefined;
  if (!tool) {
    return { text: `Echo: ${asked}` };
  }
  const thoughtSignature = hash(`${model}:${tool.name}:${asked}`).toString('base64');
  const args = tool.parameters === undefined ? {} : fill(tool.parameters, asked);
  return {
    toolCalls: [
      {
        name: String(tool.name),
        args: isJson(args) ? args : {},
        ...(needsSignatures(model) && { thoughtSignature }),
      },
    ],
  };
}

function firstFunction(tools: unknown): Record<string, unknown> | undefined {
  const tool = Array.isArray(tools) ? tools.find(isJson) : undefined;
  return tool && Array.isArray(tool.functionDeclarations) ? tool.functionDeclarations.find(isJson) : undefined;
}

/** A value in the shape of the schema: all properties, one item a list, strings from the prompt. */
function fill(schema: unknown, asked: string): unknown {
  if (!isJson(schema)) {
    return null;
  }
  if (Array.isArray(schema.anyOf)) {
    return fill(schema.anyOf[0], asked);
  }
  if (Array.isArray(schema.enum)) {
    return schema.enum[0];
  }
  switch (String(schema.type).toLowerCase()) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isJson(schema.properties) ? schema.properties : {}).map(([name, property]) => [
          name,
          fill(property, asked),
        ]),
      );
    case 'array': {
      const wanted = Math.max(1, Number(schema.minItems ?? 0));
      const length = Math.min(wanted, Number(schema.maxItems ?? wanted));
      return Array.from({ length }, () => fill(schema.items, asked));
    }
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? Math.min(1, Number(schema.maximum ?? 1)));
    case 'boolean':
      return true;
    default:
      return schema.format === 'date-time' ? '2025-01-01T00:00:00Z' : asked.slice(0, 200) || 'nothing was asked';
  }
}

/** The vectors, or why there are none. */
export function embedAnswer(body: unknown, batch: boolean): object | string {
  const wanted: unknown[] = batch && isJson(body) && Array.isArray(body.requests) ? body.requests : [body];
  if (wanted.length > 100) {
    return '* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch\n';
  }
  const embeddings: { values: number[] }[] = [];
  for (const one of wanted.map(request => (isJson(request) ? request : {}))) {
    const texts = partsOf(one.content).flatMap(part => (part.text ? [String(part.text)] : []));
    if (texts.length === 0) {
      return '* EmbedContentRequest.content: content contains an empty Part.\n';
    }
    const dimension = Number(one.outputDimensionality ?? 3072);
    if (!(dimension >= 1 && dimension <= 3072)) {
      return '* EmbedContentRequest.output_dimensionality: out of range\n';
    }
    embeddings.push({ values: embeddingOf(texts.join('\n'), dimension) });
  }
  return batch ? { embeddings } : { embedding: embeddings[0] };
}

/** The same text always gets the same unit vector, and texts that share words get similar ones. */
function embeddingOf(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const bytes = hash(word);
    for (let at = 0; at < 32; at += 4) {
      const slot = bytes.readUInt32LE(at) % dimension;
      vector[slot] = (vector[slot] ?? 0) + (bytes.readUInt8(at) % 2 === 0 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  if (length === 0) {
    vector[0] = 1;
  }
  return length === 0 ? vector : vector.map(value => value / length);
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
