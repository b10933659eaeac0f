import type { Entity, Query, TableSchema } from './define-table.ts';
import { tableSchemas } from './tables.ts';

/** `docs/data.md`: every table with its records, keys, access patterns and indexes. */
export function describeTables(): string {
  return [
    '# Data',
    '',
    'What lies in DynamoDB. This page is made from the schemas in `functions/core/tables/`: run `npm run docs:data` after a change.',
    '',
    'Every table has the keys `pk` and `sk`. Its secondary indexes have `gsi1pk` and `gsi1sk`, `gsi2pk` and so on.',
    'Words in braces stand for values: mostly for the field of the record with that name. A field with `?` is absent',
    'from some records. Each record is checked against its schema when it is read; one that does not fit is an error',
    'that names table, kind of record and key.',
    ...Object.values(tableSchemas).flatMap(describeTable),
    '',
  ].join('\n');
}

function describeTable({ name, about, expiry, placeholders, entities, queries }: TableSchema) {
  return [
    '',
    `## ${name}`,
    '',
    about,
    ...(expiry ? ['', `DynamoDB deletes items after \`${expiry}\` (epoch seconds).`] : []),
    '',
    '| record | `pk` | `sk` | what it is | fields |',
    '|---|---|---|---|---|',
    ...entities.map(describeEntity),
    '',
    'Each record is found by its key. Beside that:',
    '',
    '| access pattern | index | partition | sorted by | finds |',
    '|---|---|---|---|---|',
    ...queries.map(describeQuery),
    ...Object.entries(placeholders).flatMap(([word, meaning], position) => [
      ...(position === 0 ? [''] : []),
      `- \`{${word}}\`: ${meaning}`,
    ]),
  ];
}

function describeEntity({ name, definition: { pk, sk, about, record } }: Entity): string {
  const fields = Object.entries(record.shape).map(
    ([field, schema]) => `\`${field}\`${schema.safeParse(undefined).success ? '?' : ''}`,
  );
  return `| ${name} | \`${pk}\` | \`${sk}\` | ${about} | ${fields.join(', ')} |`;
}

function describeQuery({ name, definition }: Query): string {
  const { about, index = 'the table', partition, sort, finds } = definition;
  return `| ${name}: ${about} | ${index} | \`${partition}\` | \`${sort}\` | ${finds.join(', ')} |`;
}
