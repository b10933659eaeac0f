import fc from 'fast-check';

/** The part of JSON Schema that the contract's schemas use. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

const keys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'length',
    '',
    'pk',
    '#',
    '$',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    'null',
    '0',
    '-1',
    '1e999',
    '__proto__',
    '../..',
    '%00',
    '%',
    "'",
    '"',
    '\r\nBcc: x@example.com',
    '{{7*7}}',
    '<%= 7*7 %>',
    'ORG#',
    'USER#',
    'x'.repeat(1100),
    '\u{1f4a9}'.repeat(300),
    'e\u0301'.repeat(100_000),
  ),
);

/** Unexpected values: any type, any size, names with a meaning in JavaScript. */
const hostile = fc.oneof(
  texts,
  fc.constantFrom<unknown>(null, true, 0, -1, 2 ** 53, 1e308, 5e-324, [], {}, [[]]),
  fc.double(),
  fc.array(texts, { maxLength: 5 }),
  fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5, noNullPrototype: true }),
  fc.constant(nested(500)),
);

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/**
 * Values that mostly fit a schema, with some that do not. Values of `example` are likely to be used, so
 * that the generated input passes the first checks.
 */
export function hostileValueOf(schema: Schema, example?: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fitting(schema, example) },
    { weight: 1, arbitrary: hostile },
  );
}

function fitting(schema: Schema, example: unknown): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, example)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, (example ?? {}) as Record<string, unknown>);
    case 'array':
      return fc.array(hostileValueOf(schema.items ?? {}), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double());
    case 'string':
      return example === undefined
        ? texts
        : fc.oneof({ weight: 9, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: texts });
    default:
      return hostile;
  }
}

function objectOf(schema: Schema, example: Record<string, unknown>): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties } = schema;
  const fields = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        hostileValueOf(property, example[name]),
      ]),
    ),
    { requiredKeys: (schema.required ?? []).filter((name) => name in properties) },
  );
  const others =
    typeof additionalProperties === 'object' ? hostileValueOf(additionalProperties) : hostile;
  const surplus = fc.oneof(
    { weight: typeof additionalProperties === 'object' ? 1 : 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(keys, others), { maxLength: 4 }) },
  );
  // From entries, so that `__proto__` is a field like any other.
  return fc
    .tuple(fields, surplus)
    .map(([known, added]) => Object.fromEntries([...Object.entries(known), ...added]));
}
