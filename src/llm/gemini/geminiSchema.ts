/** The part of OpenAPI's schema object that every Gemini model takes. */
export interface GeminiSchema {
  type?: GeminiType;
  format?: string;
  description?: string;
  nullable?: boolean;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: GeminiSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, GeminiSchema>;
  required?: string[];
  propertyOrdering?: string[];
  anyOf?: GeminiSchema[];
}

type GeminiType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
type Json = Record<string, unknown>;

interface Place {
  root: Json;
  depth: number;
  /** The `$ref`s that were followed to get here. */
  refs: readonly string[];
  /** Inlining can grow without end; what is left of the allowance. */
  budget: { nodes: number };
}

const types: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const formats: Partial<Record<GeminiType, readonly string[]>> = {
  string: ['date-time'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};
const maxDepth = 12;
const maxNodes = 2000;
const maxRecursion = 2;

/** A JSON schema in the words that Gemini understands. What it cannot say is told in the description or left to zod. */
export function toGeminiSchema(schema: unknown): GeminiSchema {
  const root = isJson(schema) ? schema : {};
  return clean(root, { root, depth: 0, refs: [], budget: { nodes: maxNodes } }) ?? { type: 'object' };
}

/** For the arguments of a tool: an object, or nothing, because Gemini refuses an object without properties there. */
export function toGeminiParameters(schema: unknown): GeminiSchema | undefined {
  const cleaned = asOneObject(toGeminiSchema(schema));
  return Object.keys(cleaned.properties ?? {}).length > 0 ? cleaned : undefined;
}

/** Arguments cannot be a union: all that any branch knows is allowed, and what all need is required. */
function asOneObject(schema: GeminiSchema): GeminiSchema {
  if (!schema.anyOf) {
    return schema;
  }
  const branches = schema.anyOf.filter(branch => branch.properties);
  const properties = Object.fromEntries(branches.flatMap(branch => Object.entries(branch.properties ?? {})));
  const required = Object.keys(properties).filter(name => branches.every(branch => branch.required?.includes(name)));
  return object(properties, required, schema.description);
}

/** `undefined` where the schema goes on too deep to be written out. */
function clean(input: unknown, place: Place): GeminiSchema | undefined {
  const flat = flatten(isJson(input) ? input : {}, place);
  if (!flat || flat.place.depth >= maxDepth || place.budget.nodes-- <= 0) {
    return undefined;
  }
  const { node } = flat;
  const inner = { ...flat.place, depth: flat.place.depth + 1 };
  const values = valuesOf(node);
  const { types, nullable } = typesOf(node, values);
  const branches = node.anyOf ?? node.oneOf;
  if (Array.isArray(branches) && !isJson(node.properties)) {
    return union(branches, text(node.description), nullable, inner);
  }
  if (types.length > 1) {
    const { anyOf: _, oneOf: __, ...rest } = node;
    const each = types.map(type => ({ ...rest, type }));
    return union(each, text(node.description), nullable, inner);
  }
  const type = types[0] ?? 'string';
  const schema = cleanType(type, node, values, inner);
  return nullable ? { ...schema, nullable: true } : schema;
}

function cleanType(type: GeminiType, node: Json, values: unknown[] | undefined, place: Place): GeminiSchema {
  const description = text(node.description);
  if (type === 'object') {
    return cleanObject(node, description, place);
  }
  if (type === 'array') {
    return cleanArray(node, description, place);
  }
  const schema: GeminiSchema = { type };
  if (typeof node.format === 'string' && formats[type]?.includes(node.format)) {
    schema.format = node.format;
  }
  if (type === 'integer' || type === 'number') {
    Object.assign(schema, limits(type, node));
  }
  // An enum may hold nothing but strings, none of them empty.
  const strings = type === 'string' ? values?.filter(value => typeof value === 'string' && value !== '') : undefined;
  const hints = strings?.length ? [] : hintsFor(type, node, schema, values);
  if (strings?.length) {
    Object.assign(schema, { format: 'enum', enum: [...new Set(strings)] });
  }
  const words = [description, ...hints].filter(Boolean).join(' ');
  return words === '' ? schema : { ...schema, description: words };
}

function cleanObject(node: Json, description: string | undefined, place: Place): GeminiSchema {
  const needed = Array.isArray(node.required) ? node.required : [];
  const properties: [string, GeminiSchema][] = [];
  for (const [name, value] of Object.entries(isJson(node.properties) ? node.properties : {})) {
    if (value === false || name === '') {
      continue;
    }
    const property = clean(value, place) ?? (needed.includes(name) ? { type: 'object' } : undefined);
    if (property) {
      properties.push([name, property]);
    }
  }
  const names = properties.map(([name]) => name);
  return object(
    Object.fromEntries(properties),
    names.filter(name => needed.includes(name)),
    description,
  );
}

function object(properties: Record<string, GeminiSchema>, required: string[], description?: string): GeminiSchema {
  const names = Object.keys(properties);
  return {
    type: 'object',
    ...(description && { description }),
    // Without an order Gemini sorts by name, and a conclusion may come before its reasons.
    ...(names.length > 0 && { properties, propertyOrdering: names }),
    ...(required.length > 0 && { required }),
  };
}

function cleanArray(node: Json, description: string | undefined, place: Place): GeminiSchema {
  const tuple = Array.isArray(node.prefixItems) ? node.prefixItems : undefined;
  const items = tuple ? union(tuple, undefined, false, place) : clean(node.items, place);
  const schema: GeminiSchema = {
    type: 'array',
    ...(description && { description }),
    items: items ?? { type: 'string' },
  };
  // What cannot be described is left empty rather than guessed.
  if (!items) {
    return { ...schema, maxItems: 0 };
  }
  const min = count(node.minItems) ?? tuple?.length;
  const max = count(node.maxItems) ?? tuple?.length;
  return { ...schema, ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) };
}

function union(
  branches: unknown[],
  description: string | undefined,
  canBeNull: boolean,
  place: Place,
): GeminiSchema | undefined {
  const isNull = (branch: unknown) => isJson(branch) && (branch.type === 'null' || branch.const === null);
  const cleaned = branches
    .filter(branch => branch !== false && !isNull(branch))
    .map(branch => clean(branch, place))
    .filter(branch => branch !== undefined);
  const nullable = canBeNull || branches.some(isNull) || cleaned.some(branch => branch.nullable);
  const different = mergeEnums(cleaned).filter(
    (branch, index, all) => all.findIndex(other => JSON.stringify(other) === JSON.stringify(branch)) === index,
  );
  // Beside anyOf some models allow no other keyword, so all that is said moves into the branches.
  const described = different.map(branch => ({
    ...branch,
    ...(description && { description: branch.description ?? description }),
    ...(nullable && { nullable: true }),
  }));
  if (described.length > 1) {
    return { anyOf: described.flatMap(branch => branch.anyOf ?? [branch]) };
  }
  const only = described[0];
  if (!only) {
    return nullable ? { type: 'string', nullable: true, ...(description && { description }) } : undefined;
  }
  return description ? { ...only, description } : only;
}

/** `'a' | 'b'` comes as two branches with one value each. */
function mergeEnums(branches: GeminiSchema[]): GeminiSchema[] {
  const values = branches.flatMap(branch => (branch.type === 'string' && branch.enum ? branch.enum : []));
  if (branches.length < 2 || !branches.every(branch => branch.type === 'string' && branch.enum)) {
    return branches;
  }
  return [{ type: 'string', format: 'enum', enum: [...new Set(values)] }];
}

/** Follows `$ref` and folds `allOf` in; `undefined` where a reference goes round in circles. */
function flatten(schema: Json, place: Place): { node: Json; place: Place } | undefined {
  let node = schema;
  let refs = place.refs;
  while (typeof node.$ref === 'string') {
    const { $ref: ref, ...rest } = node;
    if (typeof ref !== 'string' || refs.filter(seen => seen === ref).length >= maxRecursion) {
      return undefined;
    }
    refs = [...refs, ref];
    node = { ...lookUp(place.root, ref), ...rest };
  }
  const here = { ...place, refs };
  if (!Array.isArray(node.allOf)) {
    return { node, place: here };
  }
  if (place.depth >= maxDepth) {
    return undefined;
  }
  const { allOf, ...own } = node;
  let merged = own;
  for (const part of node.allOf.filter(isJson)) {
    const flat = flatten(part, { ...here, depth: place.depth + 1 });
    if (!flat) {
      return undefined;
    }
    merged = mergeTwo(merged, flat.node);
  }
  return { node: merged, place: here };
}

function mergeTwo(first: Json, second: Json): Json {
  const properties = {
    ...(isJson(second.properties) && second.properties),
    ...(isJson(first.properties) && first.properties),
  };
  const required = [first.required, second.required].flatMap(names => (Array.isArray(names) ? names : []));
  return {
    ...second,
    ...first,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function lookUp(root: Json, ref: string): Json {
  let node: unknown = root;
  for (const step of ref.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    node = isJson(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }
  return isJson(node) ? node : {};
}

function valuesOf(node: Json): unknown[] | undefined {
  if (Array.isArray(node.enum)) {
    return node.enum;
  }
  return 'const' in node ? [node.const] : undefined;
}

function typesOf(node: Json, values: unknown[] | undefined): { types: GeminiType[]; nullable: boolean } {
  const namedTypes = [node.type].flat().filter(type => typeof type === 'string');
  const guessed = namedTypes.length > 0 ? namedTypes : (values?.map(jsonType) ?? shapeOf(node));
  return {
    types: [...new Set(guessed)].filter(isType),
    nullable: node.nullable === true || guessed.includes('null') || (values?.includes(null) ?? false),
  };
}

function shapeOf(node: Json): string[] {
  if (isJson(node.properties) || node.additionalProperties !== undefined) {
    return ['object'];
  }
  return node.items !== undefined || node.prefixItems !== undefined ? ['array'] : [];
}

function jsonType(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'array';
  }
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function limits(type: GeminiType, node: Json): Pick<GeminiSchema, 'minimum' | 'maximum'> {
  const step = type === 'integer' ? 1 : 0;
  const minimum = limit(node.minimum) ?? shifted(node.exclusiveMinimum, step);
  const maximum = limit(node.maximum) ?? shifted(node.exclusiveMaximum, -step);
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** zod writes the safe integers as limits of every integer; that says nothing. */
function limit(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function shifted(value: unknown, step: number): number | undefined {
  const bound = limit(value);
  return bound === undefined ? undefined : bound + step;
}

function hintsFor(type: GeminiType, node: Json, schema: GeminiSchema, values: unknown[] | undefined): string[] {
  const ownValues = values?.filter(
    value => value !== null && (jsonType(value) === type || (type === 'number' && typeof value === 'number')),
  );
  if (ownValues?.length) {
    return [`One of: ${ownValues.map(value => JSON.stringify(value)).join(', ')}.`];
  }
  if (type !== 'string') {
    return [];
  }
  const format = typeof node.format === 'string' && node.format !== '' ? node.format : undefined;
  const hints: string[] = [];
  if (format && schema.format !== format) {
    hints.push(`Format: ${format}.`);
  }
  if (!format && typeof node.pattern === 'string') {
    hints.push(`Pattern: ${node.pattern}`);
  }
  if (count(node.maxLength) !== undefined) {
    hints.push(`At most ${node.maxLength} characters.`);
  }
  return hints;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isType(value: unknown): value is GeminiType {
  return typeof value === 'string' && types.includes(value);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
