import { operations, type Schema, schemaName, usedSchemas } from './operations.ts';

/** `packages/sdk-js/generated.ts`: the types of the API document, and where each call goes. */
export function typeScriptTypes(): string {
  const types = Array.from(
    usedSchemas,
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  const calls = operations.map(({ name, summary, params, query, body, output }) => {
    const parts = Object.entries({ params, query, body, output }).flatMap(([part, schema]) =>
      schema ? `    ${part}: ${typeOf(schema, '    ')};\n` : [],
    );
    return `${comment(summary, '  ')}  '${name}': {\n${parts.join('')}  };\n`;
  });
  const routes = operations.map(
    ({ name, method, path, repeat }) =>
      `  '${name}': { method: '${method}', path: '${path}', repeat: '${repeat}' },\n`,
  );
  return `/** Made from the API document by \`npm run sdk:types\`. Not edited by hand. */

${types.join('\n')}
/** What each call takes and answers. */
export interface Operations {
${calls.join('')}}

/** Where each call goes, and whether it may be sent again when no answer came: as it is, or with the header Idempotency-Key. */
export const routes = {
${routes.join('')}} as const satisfies Record<
  keyof Operations,
  { method: string; path: string; repeat: 'always' | 'by-key' | 'never' }
>;
`;
}

function comment(text: string | undefined, indent = ''): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

const literal = (value: unknown) =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")}'`
    : JSON.stringify(value);

function typeOf(schema: Schema, indent = ''): string {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) return schemaName($ref);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (type === 'object') return objectOf(schema, indent);
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(each, indent)))].join(' | ');
  if (type === 'integer') return 'number';
  if (type !== 'array') return type ?? 'unknown';
  const item = typeOf(items ?? {}, indent);
  const isUnion = Boolean(items?.anyOf ?? items?.enum) && item.includes(' | ');
  return `readonly ${isUnion || item.startsWith('readonly ') ? `(${item})` : item}[]`;
}

function objectOf(
  { properties, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `{ [name: string]: ${typeOf(values, indent)} }`;
  }
  const deeper = `${indent}  `;
  if (Object.keys(properties).length === 0) return '{ [name: string]: never }';
  const members = Object.entries(properties).map(([name, member]) => {
    const isOptional = !required.includes(name) || 'default' in member;
    return `${comment(member.description, deeper)}${deeper}${name}${isOptional ? '?' : ''}: ${typeOf(member, deeper)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}
