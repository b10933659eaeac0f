import { expect, test } from 'vitest';
import { fromLine, type Item, toLine } from './dynamodb-json.ts';

const item: Item = {
  pk: { S: 'KEYS#org_1' },
  sk: { S: 'KEY#1' },
  B: { S: 'an attribute of this name' },
  ciphertext: { B: new Uint8Array([0, 255, 128]) },
  nested: { M: { B: { S: 'text' }, list: { L: [{ B: new Uint8Array([7]) }, { N: '1' }] } } },
};

test('an item is the same after a line, with its bytes', () => {
  const read = fromLine(toLine(item));
  expect(read.ciphertext).toEqual({ B: new Uint8Array([0, 255, 128]) });
  expect(toLine(read)).toBe(toLine(item));
});

test('a line of DynamoDB’s own export is read', () => {
  const line = '{"Item":{"pk":{"S":"a"},"sk":{"S":"b"},"bytes":{"B":"AP+A"},"n":{"N":"12"}}}';
  expect(fromLine(line)).toEqual({
    pk: { S: 'a' },
    sk: { S: 'b' },
    bytes: { B: new Uint8Array([0, 255, 128]) },
    n: { N: '12' },
  });
  expect(() => fromLine('{"item":{}}')).toThrow('No item of a table');
});
