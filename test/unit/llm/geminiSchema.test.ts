import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { toGeminiParameters, toGeminiSchema } from '../../../src/llm/gemini/geminiSchema.ts';
import { isJson, schemaFields, schemaRefusalOf } from '../../support/geminiServerChecks.ts';

function fromZod(schema: z.ZodType) {
  return toGeminiSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

describe('a schema in the words of Gemini', () => {
  test('keywords that Gemini refuses are dropped, descriptions stay', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'x',
      title: 'T',
      type: 'object',
      description: 'Where to look',
      additionalProperties: false,
      properties: { path: { type: 'string', description: 'A path', minLength: 1, examples: ['a'], default: 'b' } },
      required: ['path', 'gone'],
      if: {},
    };
    assert.deepEqual(toGeminiSchema(schema), {
      type: 'object',
      description: 'Where to look',
      properties: { path: { type: 'string', description: 'A path' } },
      propertyOrdering: ['path'],
      required: ['path'],
    });
  });

  test('references are written out where they are used', () => {
    const schema = {
      type: 'object',
      properties: { from: { $ref: '#/$defs/place', description: 'The start' }, to: { $ref: '#/definitions/place~1b' } },
      $defs: { place: { type: 'string', description: 'A place' } },
      definitions: { 'place/b': { type: 'integer', format: 'int32' } },
    };
    assert.deepEqual(toGeminiSchema(schema).properties, {
      from: { type: 'string', description: 'The start' },
      to: { type: 'integer', format: 'int32' },
    });
  });

  test('a schema that contains itself is written out a few levels deep, and the lowest lists are empty', () => {
    type Node = { name: string; children: Node[] };
    const node: z.ZodType<Node> = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
    });
    const schema = fromZod(node);
    assert.equal(schemaRefusalOf(schema), undefined);
    assert.match(JSON.stringify(schema), /"maxItems":0/);
    assert.equal(JSON.stringify(schema).match(/"children":/g)?.length, 3);
  });

  test('what may be null is nullable', () => {
    const nullable = { type: 'integer', description: 'n', nullable: true };
    assert.deepEqual(toGeminiSchema({ anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'n' }), nullable);
    assert.deepEqual(toGeminiSchema({ type: ['integer', 'null'], description: 'n' }), nullable);
    assert.deepEqual(toGeminiSchema({ enum: ['a', null] }), {
      type: 'string',
      format: 'enum',
      enum: ['a'],
      nullable: true,
    });
  });

  test('a constant becomes an enum of one, a union of constants an enum of all', () => {
    assert.deepEqual(toGeminiSchema({ const: 'a' }), { type: 'string', format: 'enum', enum: ['a'] });
    assert.deepEqual(fromZod(z.union([z.literal('a'), z.literal('b')])), {
      type: 'string',
      format: 'enum',
      enum: ['a', 'b'],
    });
  });

  test('an enum that is not of strings is told in the description', () => {
    assert.deepEqual(toGeminiSchema({ type: 'integer', enum: [1, 2], description: 'Level.' }), {
      type: 'integer',
      description: 'Level. One of: 1, 2.',
    });
  });

  test('an empty string in an enum is left out, because Gemini refuses the whole request for it', () => {
    assert.deepEqual(toGeminiSchema({ type: 'string', enum: ['a', ''] }).enum, ['a']);
  });

  test('a union keeps its branches, and what is said beside it moves into them', () => {
    assert.deepEqual(
      toGeminiSchema({ description: 'Id', oneOf: [{ type: 'string' }, { type: 'integer', description: 'Number' }] }),
      {
        anyOf: [
          { type: 'string', description: 'Id' },
          { type: 'integer', description: 'Number' },
        ],
      },
    );
  });

  test('allOf is folded into one object', () => {
    const schema = {
      $defs: { base: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
      allOf: [{ $ref: '#/$defs/base' }, { properties: { n: { type: 'number' } }, required: ['n'] }],
    };
    assert.deepEqual(toGeminiSchema(schema), {
      type: 'object',
      properties: { n: { type: 'number' }, id: { type: 'string' } },
      propertyOrdering: ['n', 'id'],
      required: ['n', 'id'],
    });
  });

  test("limits that say something are kept, zod's limits of every integer are not", () => {
    assert.deepEqual(fromZod(z.int()), { type: 'integer' });
    assert.deepEqual(fromZod(z.int().positive().max(9)), { type: 'integer', minimum: 1, maximum: 9 });
  });

  test('a date and time keeps its format, other formats and lengths are told', () => {
    assert.deepEqual(fromZod(z.iso.datetime()), { type: 'string', format: 'date-time' });
    assert.deepEqual(fromZod(z.uuid()), { type: 'string', description: 'Format: uuid.' });
    assert.deepEqual(fromZod(z.string().max(80)), { type: 'string', description: 'At most 80 characters.' });
  });

  test('a tuple becomes a list of its length, a list without items a list of strings', () => {
    assert.deepEqual(fromZod(z.tuple([z.string(), z.number()])), {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      minItems: 2,
      maxItems: 2,
    });
    assert.deepEqual(toGeminiSchema({ type: 'array' }), { type: 'array', items: { type: 'string' } });
  });

  test('the order of the properties is kept', () => {
    assert.deepEqual(fromZod(z.object({ reasons: z.string(), conclusion: z.string() })).propertyOrdering, [
      'reasons',
      'conclusion',
    ]);
  });
});

describe('the arguments of a tool', () => {
  test('a tool without arguments has no parameters', () => {
    for (const schema of [undefined, {}, { type: 'object' }, { type: 'object', properties: {} }]) {
      assert.equal(toGeminiParameters(schema), undefined);
    }
  });

  test('a choice between objects becomes one object that allows both and requires what both need', () => {
    const a = { type: 'object', properties: { id: { type: 'string' }, a: { type: 'string' } }, required: ['id', 'a'] };
    const b = { type: 'object', properties: { id: { type: 'string' }, b: { type: 'string' } }, required: ['id', 'b'] };
    const parameters = toGeminiParameters({ anyOf: [a, b] });
    assert.deepEqual(Object.keys(parameters?.properties ?? {}), ['id', 'a', 'b']);
    assert.deepEqual(parameters?.required, ['id']);
    assert.equal(parameters?.type, 'object');
  });
});

const names = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'type', '$ref', 'enum'), fc.string());
const scalars = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { schema: anySchema } = fc.letrec(tie => {
  const schemas = fc.array(tie('schema'), { maxLength: 3 });
  const map = fc.dictionary(names, tie('schema'), { maxKeys: 4 });
  const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'nonsense');
  return {
    schema: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(fc.boolean(), fc.constant({}), scalars),
      fc.record(
        {
          type: fc.oneof(type, fc.array(type, { maxLength: 3 }), scalars),
          $ref: fc.constantFrom('#', '#/$defs/a', '#/$defs/b', '#/$defs/missing', 'https://elsewhere/x'),
          $defs: map,
          $schema: fc.string(),
          additionalProperties: tie('schema'),
          patternProperties: map,
          properties: map,
          required: fc.oneof(fc.array(names, { maxLength: 3 }), scalars),
          items: fc.oneof(tie('schema'), schemas),
          prefixItems: schemas,
          anyOf: schemas,
          oneOf: schemas,
          allOf: schemas,
          not: tie('schema'),
          const: scalars,
          enum: fc.oneof(fc.array(scalars, { maxLength: 4 }), scalars),
          format: fc.constantFrom('date-time', 'int32', 'uri', 'float', ''),
          minimum: fc.oneof(fc.integer(), fc.string()),
          exclusiveMinimum: fc.integer(),
          minItems: fc.oneof(fc.integer(), fc.string()),
          pattern: fc.string(),
          description: fc.oneof(fc.string(), fc.integer()),
          nullable: fc.boolean(),
          default: scalars,
          examples: fc.array(scalars),
        },
        { requiredKeys: [] },
      ),
    ),
  };
});

function keywordsIn(schema: unknown): string[] {
  if (!isJson(schema)) {
    return [];
  }
  const inner = [
    ...Object.values(isJson(schema.properties) ? schema.properties : {}),
    schema.items,
    ...[schema.anyOf ?? []].flat(),
  ];
  return [...Object.keys(schema), ...inner.flatMap(keywordsIn)];
}

test('whatever a tool declares, the cleaned schema holds only what Gemini takes, at every depth', () => {
  fc.assert(
    fc.property(anySchema, schema => {
      const cleaned = JSON.parse(JSON.stringify(toGeminiSchema(schema)));
      assert.equal(schemaRefusalOf(cleaned), undefined, JSON.stringify(cleaned));
      for (const keyword of keywordsIn(cleaned)) {
        assert.ok(schemaFields.includes(keyword), keyword);
      }
      const parameters = toGeminiParameters(schema);
      if (parameters) {
        assert.equal(parameters.type, 'object');
      }
    }),
    { numRuns: 400 },
  );
});

test('references that multiply do not make a schema without end', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [`d${index}`, { type: 'object', properties: { a: next, b: next, c: next, d: next } }];
    }),
  );
  assert.ok(JSON.stringify(toGeminiSchema({ $ref: '#/$defs/d0', $defs })).length < 500_000);
});
