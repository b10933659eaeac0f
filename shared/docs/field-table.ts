import * as z from 'zod';
import type { DocsBlock } from './blocks.ts';

interface Schema {
  type?: string;
  enum?: unknown[];
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

const number = new Intl.NumberFormat('en');

const bound = (word: string, limit: number | undefined) =>
  limit === undefined ? '' : `, at most ${number.format(limit)} ${word}`;

/** The type of a field and its bounds, in words. */
function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(', or ');
  switch (schema.type) {
    case 'string':
      return `text${bound('characters', schema.maxLength)}`;
    case 'integer':
    case 'number': {
      const name = schema.type === 'integer' ? 'whole number' : 'number';
      const bounded = schema.minimum !== undefined && (schema.maximum ?? 1e9) < 1e9;
      return bounded ? `${name}, ${schema.minimum} to ${schema.maximum}` : name;
    }
    case 'array':
      return `list${bound('entries', schema.maxItems)}`;
    case 'boolean':
      return '`true` or `false`';
    default:
      return 'object';
  }
}

/**
 * The fields of an object as a table, made from its schema.
 * @param io whether callers send the object or receive it
 */
export function fieldTable(label: string, schema: z.ZodType, io: 'input' | 'output'): DocsBlock {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  const resolve = (part: Schema) =>
    (part.$ref && converted.$defs?.[part.$ref.replace('#/$defs/', '')]) || part;
  const { properties = {}, required = [] } = resolve(converted);
  const rows = Object.entries(properties).map(([name, property]) => {
    const field = resolve(property);
    return [
      `\`${name}\``,
      typeOf(field),
      ...(io === 'input' ? [required.includes(name) ? 'yes' : 'no'] : []),
      [field.description && `${field.description}.`]
        .concat(field.default === undefined ? [] : `Default ${field.default}.`)
        .join(' '),
    ];
  });
  const columns = ['Field', 'Type', ...(io === 'input' ? ['Required'] : []), 'Meaning'];
  return { kind: 'table', label, columns, rows };
}
