import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { buildFromCsv } from '../test-corpus.ts';
import type { AskedWeights } from './signal-weights.ts';

/** Words of several scripts and lengths in code units, so that offsets cannot be right by chance. */
const WORDS = [
  'wing',
  'lift',
  'drag',
  'shock',
  'boundary',
  'layer',
  'heat',
  'transfer',
  'flow',
  'plate',
  'élan',
  'naïve',
  'поток',
  'тепло',
  '翼',
  '揚力',
  'السرعة',
  '🛩️',
  '𝒻𝓁ℴ𝓌',
  'co-axial',
];
const GLUE = [' ', '  ', '. ', ', ', '\n', ' <b>', '</b> ', ' &amp; ', ' 🙂 ', ' – '];

function corpus(rows: number): string {
  const random = seededRandom(11);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const text = (words: number) =>
    Array.from({ length: words }, () => pick(WORDS) + pick(GLUE)).join('');
  const lines = Array.from(
    { length: rows },
    (_, i) => `${i},"${text(3)}","${text(5 + (i % 90))}",${i % 90}`,
  );
  return ['id,title,text,size', ...lines].join('\n');
}

const query = fc.array(fc.constantFrom(...WORDS, 'unheard', 'wnig'), {
  minLength: 1,
  maxLength: 12,
});

describe('answers', async () => {
  const { index } = await buildFromCsv(corpus(500), { text: 'index' }, 20_000);

  it('have scores that never rise with rank, passages at their stated offsets, and shares that sum to at most 1', async () => {
    const ask = fc.asyncProperty(query, fc.integer({ min: 1, max: 60 }), async (words, limit) => {
      const request = { text: words.join(' '), limit, fields: ['id', 'title', 'text'] };
      const { totalFound, hits } = await index.search({ ...request, explain: true });
      expect(hits.length).toBeLessThanOrEqual(Math.min(limit, totalFound));
      let before = 1;
      for (const { score, row, passage, explanation, highlights } of hits) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(before);
        before = score;
        const { start, end, text } = passage!;
        expect(start).toBeLessThan(end);
        expect(row.text!.slice(start, end)).toBe(text);
        // A passage never cuts a character or a word of a script with spaces in two.
        expect(text.isWellFormed()).toBe(true);
        const [left, right] = [row.text!.slice(0, end), row.text!.slice(end)];
        expect(/[a-z]$/i.test(left) && /^[a-z]/i.test(right)).toBe(false);
        expect(Object.keys(highlights!)).toEqual(['title', 'text']);
        for (const [column, ranges] of Object.entries(highlights!)) {
          let last = 0;
          for (const [from, to] of ranges) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            expect(row[column]!.slice(from, to).isWellFormed()).toBe(true);
            last = to;
          }
          expect(last).toBeLessThanOrEqual(row[column]!.length);
        }
        const shares = [...explanation!.terms, ...explanation!.concepts].map(({ share }) => share);
        expect(Math.min(0, ...shares)).toBe(0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.001);
      }
      // Explanations do not change the hits.
      const plain = await index.search(request);
      expect(plain.hits).toEqual(hits.map(({ passage, explanation, highlights, ...hit }) => hit));
      // `relevantOnly` keeps the best hits and counts those it keeps.
      const cut = await index.search({ ...request, relevantOnly: true });
      expect(cut.hits).toEqual(plain.hits.slice(0, cut.hits.length));
      expect(cut.hits.length).toBe(Math.min(limit, cut.totalFound));
      expect(cut.totalFound + cut.lessRelevant!).toBe(plain.totalFound);
      // Without it, hits say which it would keep.
      const kept = hits.filter(({ explanation }) => explanation!.isRelevant);
      expect(kept.map(({ number }) => number)).toEqual(cut.hits.map(({ number }) => number));
      // A smaller limit does not change them either.
      const first = await index.search({ ...request, limit: 1 });
      expect(first.hits).toEqual(plain.hits.slice(0, 1));
    });
    await fc.assert(ask, { numRuns: 40 });
  });

  it('are cut at a minimum score, with totals, counts, pages and lists of what is left', async () => {
    const facets = [{ column: 'size', interval: 10 }];
    const ask = fc.asyncProperty(
      query,
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      async (words, minimumScore) => {
        const request = { text: words.join(' '), fields: ['size'], facets };
        const all = await index.search({ ...request, limit: 1_000 });
        const kept = all.hits.filter(({ score }) => score >= minimumScore);
        const cut = await index.search({ ...request, limit: 7, pages: true, minimumScore });
        expect(cut.totalFound).toBe(kept.length);
        expect(cut.hits).toEqual(kept.slice(0, 7));
        const counted = cut.facets![0]!.counts.reduce((sum, { count }) => sum + count, 0);
        expect(counted + cut.facets![0]!.missing).toBe(kept.length);
        const rows = cut.hits.map(({ number }) => number);
        for (let after = cut.next; after; ) {
          const page = await index.search({
            ...request,
            limit: 7,
            pages: true,
            minimumScore,
            after,
          });
          rows.push(...page.hits.map(({ number }) => number));
          after = page.next;
        }
        expect(rows).toEqual(kept.map(({ number }) => number));
        const listed = await index.search({ ...request, limit: 1_000, sort: 'rows', minimumScore });
        expect(listed.hits.map(({ number }) => number)).toEqual(rows.toSorted((a, b) => a - b));
      },
    );
    await fc.assert(ask, { numRuns: 20 });
    const wrong = (more: object) => index.search({ text: 'wing', limit: 1, ...more });
    await expect(wrong({ minimumScore: 0 })).rejects.toThrow('above 0');
    await expect(wrong({ text: '', minimumScore: 0.5 })).rejects.toThrow('needs a text');
  });

  it('lose with a filter the relevant rows that it leaves out; without any left, the nearest is found', async () => {
    let emptied = 0;
    const ask = fc.asyncProperty(query, fc.integer({ min: 0, max: 89 }), async (words, size) => {
      const request = { text: words.join(' '), limit: 1_000, relevantOnly: true, fields: ['size'] };
      const filters = [{ column: 'size', operator: '=', value: String(size) } as const];
      const all = await index.search(request);
      const cut = await index.search({ ...request, filters });
      const kept = all.hits.filter(({ row }) => Number(row.size) === size);
      if (kept.length === 0 && all.totalFound > 0) emptied += 1;
      expect(cut.hits).toEqual(kept.length > 0 ? kept : cut.hits);
      expect(cut.totalFound).toBe(kept.length || Math.min(1, all.totalFound));
      expect(cut.hits).toHaveLength(cut.totalFound);
      expect(cut.hits.length > 0).toBe(all.hits.length > 0);
    });
    await fc.assert(ask, { numRuns: 60 });
    expect(emptied).toBeGreaterThan(0);
  });

  it('follow the weights of the signals, of which only ratios count', async () => {
    const ask = fc.asyncProperty(query, async (words) => {
      const request = { text: words.join(' '), limit: 30, explain: true };
      const plain = await index.search(request);
      expect(await index.search({ ...request, weights: { words: 3, meaning: 3 } })).toEqual(plain);
      const sharesWith = async (weights: AskedWeights) => {
        const { hits } = await index.search({ ...request, weights });
        for (const [i, { score }] of hits.entries()) {
          expect(score).toBeLessThanOrEqual(hits[i - 1]?.score ?? 1);
        }
        // No filter changes a score.
        const filters = [{ column: 'size', operator: '<' as const, value: '45' }];
        const filtered = await index.search({ ...request, filters, weights });
        const scores = new Map(hits.map(({ number, score }) => [number, score]));
        for (const { number, score } of filtered.hits) {
          expect(scores.get(number) ?? score).toBe(score);
        }
        return hits.map(({ explanation }) => explanation!);
      };
      for (const { concepts } of await sharesWith({ meaning: 0 })) {
        expect(Math.max(0, ...concepts.map(({ share }) => share))).toBe(0);
      }
      for (const { terms } of await sharesWith({ words: 0 })) {
        expect(Math.max(0, ...terms.map(({ share }) => share))).toBe(0);
      }
    });
    await fc.assert(ask, { numRuns: 20 });
    const wrong = (more: object) => index.search({ text: 'wing', limit: 1, ...more });
    await expect(wrong({ weights: { words: 0, meaning: 0 } })).rejects.toThrow('weight 0');
    await expect(wrong({ weights: { words: 11 } })).rejects.toThrow('0 to 10');
    await expect(wrong({ weights: { vector: 1 } })).rejects.toThrow('no column of vectors');
    await expect(wrong({ text: '', weights: { words: 1 } })).rejects.toThrow('need a text');
  });

  it('can be compared: a row that is the query scores more than one that shares a word', async () => {
    const { hits } = await index.search({ text: 'wing', limit: 1, fields: ['text'] });
    const whole = await index.search({ text: hits[0]!.row.text!, limit: 1 });
    const mixed = await index.search({ text: 'wing unheard unseen unknown', limit: 1 });
    expect(whole.hits[0]!.number).toBe(hits[0]!.number);
    expect(mixed.hits[0]!.score).toBeLessThan(whole.hits[0]!.score);
  });
});
