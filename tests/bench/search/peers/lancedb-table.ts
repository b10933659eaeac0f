import {
  type Data,
  Field,
  FixedSizeList,
  Float32,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';

/** An Arrow column of vectors over the same memory. */
function vectorColumn(rows: Float32Array, width: number): Data {
  const values = makeVector(rows).data[0]!;
  const item = new Field('item', new Float32(), true);
  return makeData({
    type: new FixedSizeList(width, item),
    length: rows.length / width,
    nullCount: 0,
    child: values,
  });
}

/** A table of the given columns. */
function tableOf(columns: Readonly<Record<string, Data>>): Table {
  const fields = Object.entries(columns).map(([name, { type }]) => new Field(name, type, true));
  const children = Object.values(columns);
  const schema = new Schema(fields);
  const data = makeData({
    type: new Struct(fields),
    length: children[0]!.length,
    nullCount: 0,
    children,
  });
  return new Table(schema, [new RecordBatch(schema, data)]);
}

/** Rows numbered from 0 with a vector each. */
export function makeVectorTable(rows: Float32Array, width: number): Table {
  const numbers = Int32Array.from({ length: rows.length / width }, (_, row) => row);
  return tableOf({
    row: makeVector(numbers).data[0]!,
    vector: vectorColumn(rows, width),
  });
}

/** Rows of texts with a vector each. */
export function makeTextTable(
  texts: Readonly<Record<string, readonly string[]>>,
  rows: Float32Array,
  width: number,
): Table {
  const columns = Object.entries(texts).map(([name, values]): [string, Data] => [
    name,
    vectorFromArray(values, new Utf8()).data[0]!,
  ]);
  return tableOf({ ...Object.fromEntries(columns), vector: vectorColumn(rows, width) });
}
