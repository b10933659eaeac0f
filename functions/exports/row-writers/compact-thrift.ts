/**
 * Values in Thrift's compact protocol, in which Parquet describes itself:
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export interface ThriftValue {
  type: number;
  bytes: Buffer;
}

const types = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 };

/** Seven bits a byte, the lowest first. Numbers may have more than 32 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** What is written here is never negative, so its zigzag form is its double. */
export const i32 = (value: number): ThriftValue => ({ type: types.i32, bytes: varint(2 * value) });
export const i64 = (value: number): ThriftValue => ({ type: types.i64, bytes: varint(2 * value) });

export function binary(text: string): ThriftValue {
  const bytes = Buffer.from(text);
  return { type: types.binary, bytes: Buffer.concat([varint(bytes.length), bytes]) };
}

/** Values of one type, at least one. */
export function list(values: readonly ThriftValue[]): ThriftValue {
  const type = values[0]?.type ?? types.struct;
  const { length } = values;
  const head = length < 15 ? [length * 16 + type] : [0xf0 + type, ...varint(length)];
  return {
    type: types.list,
    bytes: Buffer.concat([Buffer.from(head), ...values.map(({ bytes }) => bytes)]),
  };
}

/** @param fields by their numbers, which differ by 15 at most */
export function struct(fields: Readonly<Record<number, ThriftValue>>): ThriftValue {
  let before = 0;
  const pieces = Object.entries(fields).flatMap(([key, { type, bytes }]) => {
    const number = Number(key);
    const head = (number - before) * 16 + type;
    before = number;
    return [Buffer.from([head]), bytes];
  });
  return { type: types.struct, bytes: Buffer.concat([...pieces, Buffer.from([0])]) };
}
