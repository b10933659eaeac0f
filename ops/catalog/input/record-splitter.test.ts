import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cut, RecordSplitter } from './record-splitter.ts';

const lines: Cut = { marker: Buffer.from('\n'), at: 'after', maxBytes: 1000 };
const pages: Cut = { marker: Buffer.from('<p>'), at: 'before', maxBytes: 1000 };

/** Records with their places; `null` for those that are too long. */
function split(cut: Cut, text: string, chunkBytes: number, start = 0) {
  const splitter = new RecordSplitter(cut, start);
  const bytes = Buffer.from(text).subarray(start);
  const records: { offset: number; length: number; text: string | null }[] = [];
  const take = (found: ReturnType<RecordSplitter['push']>) => {
    for (const { offset, length, bytes: content } of found) {
      records.push({ offset, length, text: content?.toString() ?? null });
    }
  };
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    take(splitter.push(bytes.subarray(at, at + chunkBytes)));
  }
  take(splitter.finish());
  return records;
}

describe('RecordSplitter', () => {
  it('splits after line breaks and before markers', () => {
    expect(split(lines, 'a\n\nbc', 2).map(({ text }) => text)).toEqual(['a\n', '\n', 'bc']);
    expect(split(pages, 'head<p>1<p>2', 3).map(({ text }) => text)).toEqual([
      'head',
      '<p>1',
      '<p>2',
    ]);
  });

  it('finds the same records for any chunk size, starting at any record', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '<', 'p', '>', '<p>', '\n') });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), fc.boolean(), (all, chunkBytes, byLine) => {
        const cut = byLine ? lines : pages;
        const whole = split(cut, all, 1000);
        expect(whole.map((record) => record.text).join('')).toBe(all);
        const pieces = byLine ? all.split(/(?<=\n)/) : all.split(/(?=<p>)/);
        expect(whole.map((record) => record.text)).toEqual(pieces.filter((piece) => piece !== ''));
        expect(split(cut, all, chunkBytes)).toEqual(whole);
        for (const [i, { offset }] of whole.entries()) {
          expect(split(cut, all, chunkBytes, offset)).toEqual(whole.slice(i));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('drops a record that is too long, and goes on with the next', () => {
    for (const chunkBytes of [1, 3, 7, 100]) {
      expect(split({ ...pages, maxBytes: 20 }, `<p>1<p>${'x'.repeat(50)}<p>3`, chunkBytes)).toEqual(
        [
          { offset: 0, length: 4, text: '<p>1' },
          { offset: 4, length: 53, text: null },
          { offset: 57, length: 4, text: '<p>3' },
        ],
      );
      expect(split({ ...lines, maxBytes: 20 }, `1\n${'x'.repeat(50)}\n3`, chunkBytes)).toEqual([
        { offset: 0, length: 2, text: '1\n' },
        { offset: 2, length: 51, text: null },
        { offset: 53, length: 1, text: '3' },
      ]);
    }
  });
});
