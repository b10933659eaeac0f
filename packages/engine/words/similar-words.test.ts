import { expect, it } from 'vitest';
import { openState } from '../opening/open.ts';
import { NO_CANDIDATES } from '../query/candidates.ts';
import { readSignals } from '../query/signals.ts';
import { SIMILAR_WEIGHT } from '../ranking-constants.ts';
import { buildFromCsv, openFrom } from '../test-corpus.ts';
import { analyzeQuery } from './analyze-query.ts';
import { lookUp, weighTerms } from './terms.ts';

/** Rows of the same length: the weighted frequency of a word is the number of its occurrences. */
const ROWS = [
  'hydrogen stone water',
  'hydrogen hydrogen stone',
  'dehydrogen stone water',
  'dehydrogen dehydrogen water',
  'hydrogen dehydrogen water',
  'stone water river',
  'river stone river',
];
/** Seven of eight and ten trigrams are the same. */
const LIKENESS = 14 / 18;

const count = (row: string, word: string) => row.split(' ').filter((each) => each === word).length;
const impact = (frequency: number) => (2 * frequency) / (frequency + 1);

/** BM25F scores of all rows for a query, without and with the words that are similar to its own. */
async function scoresOf(text: string) {
  const csv = ['id,text', ...ROWS.map((row, i) => `n${i},${row}`)].join('\n');
  const { manifest, files } = await buildFromCsv(csv, { text: 'index' }, 80);
  expect(manifest.segments.length).toBeGreaterThan(1);
  const state = await openState(manifest, openFrom(files));
  const loaded = await state.load();
  const { parts } = loaded;
  const query = analyzeQuery(text, state.model.analyzer.main);
  const lexicons = parts.map((part) => part.lexicon);
  const terms = weighTerms(query, lookUp(lexicons, state.model.vocabulary, query.terms), state);
  const starts = [0];
  for (const { facts } of parts) starts.push(starts.at(-1)! + facts.rowCount);
  const weight = terms[0]!.weight;
  const found = {
    ...NO_CANDIDATES,
    count: ROWS.length,
    rows: Uint32Array.from(parts.flatMap(({ facts }) => [...Array(facts.rowCount).keys()])),
    starts: Uint32Array.from(starts),
    lexical: Float64Array.from(ROWS, (row) => weight * impact(count(row, 'hydrogen'))),
    lowest: 0,
    matched: ROWS.length,
  };
  const similar = (await state.encoder.similarWords()).of({ query, terms }, ROWS.length);
  const vectors = state.encoder.encode(query).vectors;
  const asked = { query, terms, similar };
  const mapped = new Float64Array(found.count);
  const { lexical } = readSignals(state, loaded, asked, vectors, found, mapped);
  return { weight, scores: lexical, found };
}

it('counts a similar word as a fraction of an occurrence, before saturation', async () => {
  const { scores, weight } = await scoresOf('hydrogen');
  const similarWeight = SIMILAR_WEIGHT * LIKENESS ** 3;
  ROWS.forEach((row, i) => {
    const frequency = count(row, 'hydrogen') + similarWeight * count(row, 'dehydrogen');
    expect(scores[i]! / weight, row).toBeCloseTo(impact(frequency), 6);
  });
  expect(scores[3]).toBeGreaterThan(scores[2]!);
  expect(scores[2]).toBeGreaterThan(scores[5]!);
});

it('leaves words alone that the query has itself, short ones, and long queries', async () => {
  const long = Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ');
  for (const text of ['hydrogen dehydrogen', 'riv', `hydrogen ${long}`]) {
    const { scores, found } = await scoresOf(text);
    expect(scores).toEqual(found.lexical);
  }
});
