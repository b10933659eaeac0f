import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../text/analyze.ts';
import { analyzeQuery } from '../words/analyze-query.ts';
import { editDistance } from '../words/spelling.ts';
import { bestPassage } from './passage.ts';

describe('analyzeQuery', () => {
  const english = createAnalyzer('en');

  it('leaves function words out, damps request words and repetitions', () => {
    const query = analyzeQuery('What articles describe turbines, turbines and blades?', english);
    const weights = Object.fromEntries(query.terms.map((term, i) => [term, query.weights[i]]));
    expect(weights.turbin).toBeCloseTo(Math.log2(3));
    expect(weights.blade).toBe(1);
    expect(weights.articl).toBe(0.4);
    expect(query.terms).not.toContain('what');
  });

  it('falls back to function words when there is nothing else', () => {
    expect(analyzeQuery('who were they', english).terms).toEqual(['who', 'were']);
  });

  it.each([
    ['de', 'Wann verjährt welcher Anspruch?', ['verjahrt', 'anspruch']],
    ['fr', 'Comment et pourquoi fond la glace ?', ['fond', 'glac']],
    ['es', '¿Cuánto pesan las abejas?', ['pesan', 'abej']],
    ['ru', 'Когда цветёт липа?', ['цветет', 'лип']],
  ] as const)('leaves out question words: %s', (language, text, terms) => {
    expect(analyzeQuery(text, createAnalyzer(language)).terms).toEqual(terms);
  });

  it('leaves out function words of a passage in another language, which an index may have in few rows', () => {
    const both =
      'A method for producing glycosides. La production de glycosides par une cellule pour les boissons.';
    const { terms } = analyzeQuery(both, english);
    for (const word of ['la', 'de', 'par', 'une', 'pour', 'les']) expect(terms).not.toContain(word);
    expect(terms).toEqual(expect.arrayContaining(['glycosid', 'cellul', 'boisson']));
    // Two such words may as well be names, and those of the own language are never others.
    expect(analyzeQuery('La Paz and Los Angeles in the war', english).terms).toEqual(
      expect.arrayContaining(['la', 'los', 'war']),
    );
  });

  it('names adjacent terms as pairs', () => {
    const { terms, pairs } = analyzeQuery('heat transfer coefficient', english);
    expect(pairs.map(([a, b]) => `${terms[a]} ${terms[b]}`)).toEqual([
      'heat transfer',
      'transfer coeffici',
    ]);
  });
});

describe('bestPassage', () => {
  const english = createAnalyzer('en');
  const weigh = (term: string) => (term === 'turbin' ? 1 : 0);
  const asTerm = () => 'term' as const;

  it('quotes the sentences that hold the query', () => {
    const filler = 'Nothing of note happens in this sentence at all. '.repeat(20);
    const text = `${filler}The turbine turns. ${filler}`;
    const passage = bestPassage(text, english, weigh, asTerm)!;
    expect(passage.text).toContain('The turbine turns.');
    expect(text.slice(passage.start, passage.end)).toBe(passage.text);
  });

  it('returns the positions of terms and concepts in any word form', () => {
    const text = `${'Nothing of note. '.repeat(40)}\n  𝒜 Turbines and windmills: one TURBINE’s blades.`;
    const kinds = { turbin: 'term', windmil: 'concept' } as Record<string, 'term' | 'concept'>;
    const passage = bestPassage(
      text,
      english,
      (term) => (term in kinds ? 1 : 0),
      (term) => kinds[term],
    )!;
    const words = (ranges: [number, number][]) =>
      ranges.map(([start, end]) => passage.text.slice(start, end));
    expect(words(passage.termRanges)).toEqual(['Turbines', 'TURBINE']);
    expect(words(passage.conceptRanges)).toEqual(['windmills']);
  });

  it('gives one range to the overlapping pairs of a script without spaces', () => {
    const passage = bestPassage('蜜蜂蜂箱，寄生虫', createAnalyzer('und'), () => 1, asTerm)!;
    expect(passage.termRanges).toEqual([
      [0, 4],
      [5, 8],
    ]);
  });

  it('has nothing to quote from an empty text', () => {
    expect(bestPassage(' \n', english, weigh, asTerm)).toBeNull();
  });

  it('stays inside any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (text) => {
        const passage = bestPassage(text, english, () => 1, asTerm);
        if (!passage) return;
        expect(text.slice(passage.start, passage.end)).toBe(passage.text);
        expect(passage.text.length).toBeLessThanOrEqual(320);
        let before = 0;
        for (const [start, end] of passage.termRanges) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(passage.text.length);
      }),
    );
  });
});

describe('editDistance', () => {
  it.each([
    ['turbine', 'turbine', 0],
    ['turbnie', 'turbine', 1],
    ['turbne', 'turbine', 1],
    ['photovoltiac', 'photovoltaic', 1],
    ['kitten', 'sitting', 3],
  ])('%s and %s', (a, b, edits) => {
    expect(editDistance(a, b, 3)).toBe(edits);
    expect(editDistance(b, a, 3)).toBe(edits);
  });

  it('stops at the limit', () => {
    expect(editDistance('completely', 'different', 2)).toBe(3);
  });
});
