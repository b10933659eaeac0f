import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { type BuiltIndex, buildFromCsv } from '../test-corpus.ts';

const WORDS = 'solar wind panel roof bread oven cheese milk stone river light cell'.split(' ');

function csv(rows: number): string {
  const random = seededRandom(11);
  const lines = ['id,text,date,size,code'];
  for (let i = 0; i < rows; i++) {
    const text = Array.from({ length: 8 }, () => WORDS[Math.floor(random() * WORDS.length)]);
    const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
    lines.push(`${i},${text.join(' ')},20${10 + (i % 9)}-03-${day},${i % 17},c${i % 5}`);
  }
  return lines.join('\n');
}

describe('a segment', () => {
  let built: BuiltIndex;
  beforeAll(async () => {
    built = await buildFromCsv(csv(120), { text: 'index' }, 2_000);
  });

  it('filters as a plain comparison of the cells does', async () => {
    const all = await built.index.search({ text: WORDS.join(' '), limit: 1000 });
    const rows = all.hits.map((hit) => hit.row);
    expect(rows.length).toBe(120);
    const operator = fc.constantFrom('=' as const, '<' as const, '>' as const);
    const date = fc.integer({ min: 2009, max: 2020 }).map((year) => `${year}-03-15`);
    const size = fc.integer({ min: -1, max: 18 }).map(String);
    await fc.assert(
      fc.asyncProperty(operator, date, operator, size, async (o1, day, o2, n) => {
        const compare = (o: string, a: number | string, b: number | string) =>
          o === '=' ? a === b : o === '<' ? a < b : a > b;
        const { hits } = await built.index.search({
          text: 'solar oven',
          limit: 1000,
          filters: [
            { column: 'date', operator: o1, value: day },
            { column: 'size', operator: o2, value: n },
          ],
        });
        const wanted = rows.filter(
          (row) => compare(o1, row.date!, day) && compare(o2, Number(row.size), Number(n)),
        );
        expect(new Set(hits.map((hit) => hit.row.id))).toEqual(
          new Set(wanted.map((row) => row.id)),
        );
        expect(hits).toHaveLength(wanted.length);
      }),
      { numRuns: 60 },
    );
  });
});
