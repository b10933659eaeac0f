import { crc32 as nodeCrc32 } from 'node:zlib';
import { strToU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  archiveName,
  crc32,
  descriptorOf,
  directoryOf,
  distinctNames,
  localHeader,
  storedBytes,
} from './stored-zip.ts';

test('an archive is read by others, and is as long as was said before', () => {
  const contents = { 'a.csv': 'id,text\n1,one\n', 'größer.csv': 'id,text\n2,zwei\n', empty: '' };
  const files = Object.entries(contents).map(([name, content]) => {
    const bytes = strToU8(content);
    return { name, bytes, sizeBytes: bytes.length, crc: crc32(bytes) };
  });
  const body = files.map((file) =>
    Buffer.concat([localHeader(file.name), file.bytes, descriptorOf(file)]),
  );
  expect(body.map(({ length }) => length)).toEqual(files.map(storedBytes));
  const archive = Buffer.concat([...body, directoryOf(files)]);
  const read = unzipSync(archive);
  expect(
    Object.entries(read).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  ).toEqual(Object.entries(contents));
});

test('a checksum is that of zlib, in one piece or several', () => {
  const bytes = Buffer.from('The quick brown fox jumps over the lazy dog');
  expect(crc32(bytes)).toBe(nodeCrc32(bytes));
  expect(crc32(bytes.subarray(9), crc32(bytes.subarray(0, 9)))).toBe(nodeCrc32(bytes));
});

test('beyond 4 GB, sizes and offsets stand in the fields of ZIP64', () => {
  const size = 5 * 2 ** 30;
  const end = Buffer.from(
    directoryOf([
      { name: 'a', sizeBytes: size, crc: 1 },
      { name: 'b', sizeBytes: 7, crc: 2 },
    ]),
  );
  const second = end.indexOf(Buffer.from('PK\x01\x02', 'latin1'), 4);
  const offset = end.readBigUInt64LE(second + 46 + 1 + 4 + 16);
  expect(Number(offset)).toBe(storedBytes({ name: 'a', sizeBytes: size }));
  const end64 = end.indexOf(Buffer.from('PK\x06\x06', 'latin1'));
  expect(Number(end.readBigUInt64LE(end64 + 48))).toBe(
    Number(offset) + storedBytes({ name: 'b', sizeBytes: 7 }),
  );
});

test('names are told apart, and name the dataset', () => {
  expect(distinctNames(['a.csv', 'b.csv', 'a.csv', 'a.csv'])).toEqual([
    'a.csv',
    'b.csv',
    'a (2).csv',
    'a (3).csv',
  ]);
  expect(archiveName(['sales.2024.csv.gz', 'b.csv', 'c.csv'])).toBe('sales-and-2-more.zip');
});
