/** What the real API refuses with HTTP 400, in its words. Used by geminiServer.ts. */

type Json = Record<string, unknown>;

const requestFields = [
  'contents',
  'tools',
  'toolConfig',
  'safetySettings',
  'systemInstruction',
  'generationConfig',
  'cachedContent',
  'model',
];
const partFields = [
  'text',
  'thought',
  'thoughtSignature',
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
];
const dataFields = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData'];
const configFields = [
  ...['candidateCount', 'stopSequences', 'maxOutputTokens', 'temperature', 'topP', 'topK', 'responseMimeType'],
  ...['responseSchema', 'responseJsonSchema', 'presencePenalty', 'frequencyPenalty', 'seed', 'thinkingConfig'],
];
/** Every field of google.ai.generativelanguage.v1beta.Schema. */
export const schemaFields: readonly string[] = [
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems', 'properties'],
  ...['required', 'minProperties', 'maxProperties', 'minLength', 'maxLength', 'pattern', 'example', 'anyOf'],
  ...['propertyOrdering', 'default', 'minimum', 'maximum'],
];
const schemaTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const schemaFormats: Record<string, string[]> = {
  string: ['enum', 'date-time'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

class Refused extends Error {}

/** The message of the 400 that the request deserves, if any. */
export function refusalOf(model: string, body: unknown): string | undefined {
  try {
    checkRequest(model, body);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) {
      return error.message;
    }
    throw error;
  }
}

/** The same for a schema alone. */
export function schemaRefusalOf(schema: unknown): string | undefined {
  try {
    checkSchema(schema, 'generation_config.response_schema');
    return undefined;
  } catch (error) {
    if (error instanceof Refused) {
      return error.message;
    }
    throw error;
  }
}

function refuse(message: string): never {
  throw new Refused(message);
}

function checkRequest(model: string, body: unknown): void {
  if (!isJson(body)) {
    refuse('Invalid JSON payload received. Unexpected end of string.');
  }
  checkFields(body, requestFields, '');
  const { contents, systemInstruction, generationConfig = {}, tools = [], toolConfig } = body;
  if (!Array.isArray(contents) || contents.length === 0) {
    refuse('* GenerateContentRequest.contents: contents is not specified\n');
  }
  for (const [index, content] of contents.entries()) {
    checkContent(content, `contents[${index}]`, ['user', 'model', 'function']);
  }
  if (systemInstruction !== undefined) {
    checkContent(systemInstruction, 'system_instruction', ['system', 'user']);
  }
  checkOrder(contents);
  if (needsSignatures(model)) {
    checkSignatures(contents);
  }
  if (!isJson(generationConfig)) {
    refuse("Invalid value at 'generation_config'");
  }
  const names = checkTools(tools);
  checkConfig(generationConfig, model, names.length > 0);
  if (isJson(toolConfig) && JSON.stringify(toolConfig).includes('"ANY"') && names.length === 0) {
    refuse('Function calling config is set without function_declarations.');
  }
}

function checkContent(content: unknown, at: string, roles: string[]): void {
  if (!isJson(content)) {
    refuse(`Invalid value at '${at}'`);
  }
  checkFields(content, ['role', 'parts'], at);
  if (content.role !== undefined && !roles.includes(String(content.role))) {
    refuse('Please use a valid role: user, model.');
  }
  if (!Array.isArray(content.parts) || content.parts.length === 0) {
    refuse(`* GenerateContentRequest.${at}.parts: contents.parts must not be empty.\n`);
  }
  for (const [index, part] of content.parts.entries()) {
    checkPart(part, `${at}.parts[${index}]`);
  }
}

function checkPart(part: unknown, at: string): void {
  if (!isJson(part)) {
    refuse(`Invalid value at '${at}'`);
  }
  checkFields(part, partFields, at);
  const data = dataFields.filter(field => part[field] !== undefined && part[field] !== '');
  if (data.length !== 1) {
    refuse(`* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field\n`);
  }
  if (part.thoughtSignature !== undefined && !/^[\w+/-]+=*$/.test(String(part.thoughtSignature))) {
    refuse(`Invalid value at '${at}.thought_signature' (TYPE_BYTES), Base64 decoding failed`);
  }
  for (const [field, struct] of [
    ['functionCall', 'args'],
    ['functionResponse', 'response'],
  ] as const) {
    const value = part[field];
    if (value === undefined) {
      continue;
    }
    if (!isJson(value) || typeof value.name !== 'string' || value.name === '') {
      refuse(`* GenerateContentRequest.${at}.${snake(field)}.name: Name cannot be empty.\n`);
    }
    checkFields(value, ['name', 'id', struct], `${at}.${snake(field)}`);
    if (value[struct] !== undefined && !isJson(value[struct])) {
      refuse(`Invalid value at '${at}.${snake(field)}.${struct}' (type.googleapis.com/google.protobuf.Struct)`);
    }
  }
}

function checkOrder(contents: unknown[]): void {
  contents.forEach((content, index) => {
    const before = contents[index - 1];
    const calls = namesIn(content, 'functionCall');
    const responses = namesIn(content, 'functionResponse');
    const open = namesIn(before, 'functionCall');
    if (calls.length > 0 && !(isJson(before) && before.role !== 'model')) {
      refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      );
    }
    if (responses.length > 0 && open.length === 0) {
      refuse('Please ensure that function response turn comes immediately after a function call turn.');
    }
    if (open.join() !== responses.join()) {
      refuse(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    }
  });
  if (namesIn(contents.at(-1), 'functionCall').length > 0) {
    refuse('Please ensure that single turn requests end with a user role or the role field is not specified.');
  }
}

export function needsSignatures(model: string): boolean {
  return /^gemini-([3-9]|\d\d)/.test(model);
}

/** Only the turn that is under way is looked at, and of calls made at once only the first. */
function checkSignatures(contents: unknown[]): void {
  const isQuestion = (content: unknown) =>
    isJson(content) && content.role !== 'model' && namesIn(content, 'functionResponse').length === 0;
  const start = contents.findLastIndex(isQuestion);
  contents.slice(Math.max(start, 0)).forEach((content, index) => {
    const first = partsOf(content).find(part => part.functionCall !== undefined);
    if (!first || first.thoughtSignature) {
      return;
    }
    refuse(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${namesIn(content, 'functionCall')[0]}\` , position ${start + index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
    );
  });
}

function checkTools(tools: unknown): string[] {
  if (!Array.isArray(tools)) {
    refuse("Invalid value at 'tools'");
  }
  const names: string[] = [];
  tools.forEach((tool, index) => {
    const at = `tools[${index}]`;
    checkFields(tool, ['functionDeclarations', 'googleSearch', 'codeExecution'], at);
    const declarations = Array.isArray(tool.functionDeclarations) ? tool.functionDeclarations : [];
    for (const [inner, declaration] of declarations.entries()) {
      names.push(checkDeclaration(declaration, `${at}.function_declarations[${inner}]`));
    }
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) {
    refuse(`Duplicate function declaration found: ${twice}`);
  }
  return names;
}

function checkDeclaration(declaration: unknown, at: string): string {
  checkFields(declaration, ['name', 'description', 'parameters', 'response'], at);
  const { name, parameters } = declaration;
  if (typeof name !== 'string' || !/^[a-zA-Z_][\w.:-]{0,63}$/.test(name)) {
    refuse(`* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore.`);
  }
  if (parameters === undefined) {
    return name;
  }
  checkSchema(parameters, `${at}.parameters`);
  if (!isJson(parameters) || !isJson(parameters.properties) || Object.keys(parameters.properties).length === 0) {
    refuse(`* GenerateContentRequest.${at}.parameters.properties: should be non-empty for OBJECT type\n`);
  }
  return name;
}

function checkConfig(config: Json, model: string, hasTools: boolean): void {
  checkFields(config, configFields, 'generation_config');
  const json = config.responseMimeType === 'application/json';
  if (config.responseSchema !== undefined) {
    if (!json) {
      refuse('Response schema is only supported with response mime type: application/json');
    }
    checkSchema(config.responseSchema, 'generation_config.response_schema');
  }
  if (json && hasTools && !needsSignatures(model)) {
    refuse("Function calling with a response mime type: 'application/json' is unsupported");
  }
  if (config.maxOutputTokens !== undefined && !(Number(config.maxOutputTokens) > 0)) {
    refuse('* GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.\n');
  }
}

function checkSchema(schema: unknown, at: string): void {
  checkFields(schema, schemaFields, at);
  const { type, format, anyOf, items, properties, required = [] } = schema;
  const here = `* GenerateContentRequest.${at}`;
  for (const [index, branch] of Array.isArray(anyOf) ? anyOf.entries() : []) {
    checkSchema(branch, `${at}.any_of[${index}]`);
  }
  if (anyOf === undefined && !schemaTypes.includes(String(type).toLowerCase())) {
    refuse(`${here}.type: must be specified\n`);
  }
  const kind = String(type).toLowerCase();
  if (format !== undefined && !schemaFormats[kind]?.includes(String(format))) {
    refuse(`${here}.format: only ${schemaFormats[kind]?.join(' and ')} are supported for ${kind.toUpperCase()} type\n`);
  }
  if (schema.enum !== undefined) {
    if (kind !== 'string' || !Array.isArray(schema.enum)) {
      refuse(`${here}.enum: only allowed for STRING type\n`);
    }
    if (schema.enum.length === 0) {
      refuse(`${here}.enum: should be non-empty for STRING type with enum format\n`);
    }
    schema.enum.forEach((value, index) => {
      if (typeof value !== 'string') {
        refuse(`Invalid value at '${at}.enum[${index}]' (TYPE_STRING), ${value}`);
      }
      if (value === '') {
        refuse(`${here}.enum[${index}]: cannot be empty\n`);
      }
    });
  }
  if (kind === 'array' && items === undefined) {
    refuse(`${here}.items: missing field.\n`);
  }
  if (items !== undefined) {
    checkSchema(items, `${at}.items`);
  }
  const known = isJson(properties) ? properties : {};
  for (const [name, property] of Object.entries(known)) {
    checkSchema(property, `${at}.properties[${name}]`);
  }
  if (!Array.isArray(required)) {
    refuse(`Invalid value at '${at}.required'`);
  }
  required.forEach((name, index) => {
    if (!Object.hasOwn(known, String(name))) {
      refuse(`${here}.required[${index}]: property is not defined\n`);
    }
  });
}

function checkFields(value: unknown, allowed: readonly string[], at: string): asserts value is Json {
  if (!isJson(value)) {
    refuse(`Invalid value at '${at}'`);
  }
  const unknown = Object.keys(value).find(field => !allowed.includes(field));
  if (unknown === undefined) {
    return;
  }
  const where = at === '' ? '' : ` at '${at}'`;
  refuse(`Invalid JSON payload received. Unknown name "${unknown}"${where}: Cannot find field.`);
}

export function partsOf(content: unknown): Json[] {
  return isJson(content) && Array.isArray(content.parts) ? content.parts.filter(isJson) : [];
}

function namesIn(content: unknown, field: 'functionCall' | 'functionResponse'): string[] {
  return partsOf(content).flatMap(part => (isJson(part[field]) ? [String(part[field].name)] : []));
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
