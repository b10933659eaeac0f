import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAwsChunked } from './aws-chunked.ts';
import { checksumHeader, startChecksum } from './checksums.ts';
import { readForm } from './form-data.ts';
import { parseRange } from './range.ts';

/** The bytes in pieces as a socket may deliver them, cut anywhere. */
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
/** Contents full of what delimits them. */
const content = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '--', '--b', '\r\n--', '\r\n--x', 'a', '5\r\n', 'é'))
  .map((pieces) => Buffer.from(pieces.join('')));

describe('however the bytes arrive', () => {
  test('an aws-chunked body decodes to its content and trailers', () =>
    fc.assert(
      fc.asyncProperty(fc.array(content), anyCuts, async (chunks, cuts) => {
        const filled = chunks.filter((chunk) => chunk.length > 0);
        const body = Buffer.concat([
          ...filled.map((chunk) =>
            Buffer.concat([
              Buffer.from(`${chunk.length.toString(16)}\r\n`),
              chunk,
              Buffer.from('\r\n'),
            ]),
          ),
          Buffer.from('0\r\nx-amz-checksum-crc32: AAAAAA==\r\n\r\n'),
        ]);
        const trailers = new Map<string, string>();
        const decoded = await collect(decodeAwsChunked(inPieces(body, cuts), trailers));
        expect(decoded.equals(Buffer.concat(filled))).toBe(true);
        expect(trailers.get('x-amz-checksum-crc32')).toBe('AAAAAA==');
        const short = body.subarray(0, -3);
        await expect(collect(decodeAwsChunked(inPieces(short, cuts), trailers))).rejects.toThrow(
          'ended in the middle',
        );
      }),
    ));

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
        const form = await readForm(inPieces(body, cuts), 'multipart/form-data; boundary=bound');
        expect(Object.fromEntries(form.fields)).toEqual({ key: value.toString() });
        expect(form.fileName).toBe('naïve.csv');
        expect((await collect(form.file)).equals(file)).toBe(true);
      }),
    ));
});

describe('malformed bodies are refused', () => {
  test.each([
    ['no boundary', 'multipart/form-data', '', 'no boundary'],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-', 'ends in the middle'],
    ['no file', 'multipart/form-data; boundary=b', '--b--\r\n', 'exactly one file'],
    ['no name', 'multipart/form-data; boundary=b', '--b\r\nX: y\r\n\r\n\r\n--b--', 'has no name'],
    [
      'endless fields',
      'multipart/form-data; boundary=b',
      `--b\r\n${'x'.repeat(30_000)}`,
      'too large',
    ],
  ])('a form with %s', async (_what, type, body, message) => {
    await expect(readForm(inPieces(Buffer.from(body), []), type)).rejects.toThrow(message);
  });

  test.each(['zz\r\n', '-5\r\n', `${'1'.repeat(9000)}`, 'ffffffffffffffff\r\n'])(
    'an aws-chunked body that starts with %.8s',
    async (body) => {
      const decoded = decodeAwsChunked(inPieces(Buffer.from(body), []), new Map());
      await expect(collect(decoded)).rejects.toThrow('not well-formed');
    },
  );
});

test.each([
  ['crc32', 'y/Q5Jg=='],
  ['crc32c', '4waSgw=='],
  ['sha1', '98O8HYCOBHMqMwzZZKSadN3tQ8w='.length],
])('%s of the standard check string', (algorithm, expected) => {
  const checksum = startChecksum(`x-amz-checksum-${algorithm}`);
  checksum.update(Buffer.from('1234'));
  checksum.update(Buffer.from('56789'));
  const digest = checksum.digest();
  expect(typeof expected === 'number' ? digest.length : digest).toBe(expected);
});

test('only checksum values are taken for checksums', () => {
  const names = ['x-amz-checksum-mode', 'x-amz-checksum-algorithm', 'x-amz-checksum-sha256'];
  expect(checksumHeader(names)).toBe('x-amz-checksum-sha256');
  expect(() => startChecksum('x-amz-checksum-crc64nvme')).toThrow('not emulated');
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
