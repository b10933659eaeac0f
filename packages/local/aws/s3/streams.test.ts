import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readForm } from './form-data.ts';
import { parseRange } from './range.ts';

/** The bytes in chunks of any length, as a socket may deliver them. */
async function* inPieces(bytes: Buffer, cuts: number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  )) {
    if (cut > from) yield bytes.subarray(from, cut);
    from = cut;
  }
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

const anyCuts = fc.array(fc.nat(), { maxLength: 12 });
/** Contents with many delimiters. */
const content = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '--', '--b', '\r\n--', '\r\n--x', 'a', '5\r\n', 'é'))
  .map((pieces) => Buffer.from(pieces.join('')));

describe('for any chunks of bytes', () => {
  test('a form gives its fields and its file', () =>
    fc.assert(
      fc.asyncProperty(content, content, anyCuts, async (value, file, cuts) => {
        const part = (head: string, body: Buffer) =>
          Buffer.concat([
            Buffer.from(`--bound\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
            body,
            Buffer.from('\r\n'),
          ]);
        const body = Buffer.concat([
          part('name="Key"', value),
          part('name="file"; filename="C:\\dir\\naïve.csv"\r\nContent-Type: text/csv', file),
          part('name="late"', Buffer.from('ignored')),
          Buffer.from('--bound--\r\n'),
        ]);
        const form = await readForm(
          Readable.from(inPieces(body, cuts)),
          'multipart/form-data; boundary=bound',
        );
        expect(Object.fromEntries(form.fields)).toEqual({ key: value.toString() });
        expect((await collect(form.file)).equals(file)).toBe(true);
      }),
    ));
});

describe('malformed bodies are refused', () => {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
  test.each([
    ['no boundary', 'multipart/form-data', '', 'Boundary not found'],
    ['another type', 'text/csv', 'a;b', 'Unsupported Content-Type'],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-', 'Unexpected end'],
    ['no file', 'multipart/form-data; boundary=b', '--b--\r\n', 'exactly one file'],
    ['no name', 'multipart/form-data; boundary=b', '--b\r\nX: y\r\n\r\n\r\n--b--', 'one file'],
    [
      'a field twice',
      'multipart/form-data; boundary=b',
      `${field('key', 'a')}${field('KEY', 'b')}${file}\r\n--b--`,
      'given twice',
    ],
    [
      'endless fields',
      'multipart/form-data; boundary=b',
      `${field('a', 'x'.repeat(15_000))}${field('b', 'x'.repeat(15_000))}${file}\r\n--b--`,
      'too large',
    ],
  ])('a form with %s', async (_what, type, body, message) => {
    await expect(readForm(Readable.from([Buffer.from(body)]), type)).rejects.toThrow(message);
  });

  test('a form that ends in the middle of its file', async () => {
    const type = 'multipart/form-data; boundary=b';
    const form = await readForm(Readable.from([Buffer.from(field('key', 'a') + file)]), type);
    await expect(collect(form.file)).rejects.toThrow(/ends in the middle|unexpected end/);
  });
});

test('a range is what slicing would give', () =>
  fc.assert(
    fc.property(fc.nat(20), fc.nat(25), fc.nat(25), (size, first, last) => {
      const range = (header: string) => {
        try {
          return parseRange(header, size);
        } catch {
          return 'unsatisfiable';
        }
      };
      const bytes = Array.from({ length: size }, (_, i) => i);
      const slice = (start: number, end?: number) => {
        const part = bytes.slice(start, end);
        return part.length > 0 ? { start: part[0], end: part.at(-1) } : 'unsatisfiable';
      };
      expect(range(`bytes=${first}-`)).toEqual(slice(first));
      const end = first + last;
      expect(range(`bytes=${first}-${end}`)).toEqual(slice(first, end + 1));
      expect(range(`bytes=-${last}`)).toEqual(last === 0 ? 'unsatisfiable' : slice(-last));
      for (const ignored of ['bytes=', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=5-4']) {
        expect(range(ignored)).toBeUndefined();
      }
    }),
  ));
