import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

/** A line as DynamoDB's export to S3 writes it in the format DYNAMODB_JSON: bytes are in base64. */
export function toLine(item: Item): string {
  return JSON.stringify({ Item: item }, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}

/** Reads such a line. Throws if it holds no item. */
export function fromLine(line: string): Item {
  // Below an attribute's name stands an object, so that a text under `B` is always the value of bytes.
  const { Item } = JSON.parse(line, (key, value) =>
    key === 'B' && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value,
  );
  if (!Item?.pk || !Item.sk) throw new Error(`No item of a table: ${line.slice(0, 80)}`);
  return Item;
}

/** Identifies an item in its table. */
export const keyOf = ({ pk, sk }: Item): string => JSON.stringify([pk?.S, sk?.S]);
