import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FilterTree } from './conditions.ts';
import type { FacetRequest } from './facets.ts';
import type { SortOrder } from './listing.ts';
import { openIndex } from './opening/open.ts';
import type { SearchIndex, SearchRequest } from './query/search-index.ts';
import { seededRandom } from './random.ts';
import { RERANKED } from './ranking-constants.ts';
import { type BuiltIndex, buildFromCsv, openFrom } from './test-corpus.ts';

/**
 * The candidates of a search, its filters and what it says about terms, against a model that reads
 * the rows one by one: BM25F as docs/engine.md states it, in floating point and without postings.
 */
const WORDS = Array.from(
  { length: 50 },
  (_, i) => `${'bdfgl'[i % 5]}ar${'mnprtvkzxw'[Math.floor(i / 5)]}uk`,
);
const ROWS = 1_500;
/** Rows a search ranks at most. */
const CANDIDATES = 1_000;

type Row = Record<'id' | 'title' | 'text' | 'notes' | 'date' | 'size' | 'code', string>;

function randomRows(): Row[] {
  const random = seededRandom(11);
  const pick = (n: number) => Math.floor(random() * n);
  const words = (longest: number) =>
    // Squared, so that some words are common and some rare.
    Array.from({ length: pick(longest) }, () => WORDS[Math.floor(random() ** 2 * 50)]!).join(' ');
  const digits = (n: number) => String(n).padStart(2, '0');
  return Array.from({ length: ROWS }, (_, i) => ({
    id: String(i),
    title: words(6),
    text: `the ${WORDS[pick(50)]} ${words(20)}`,
    notes: pick(3) === 0 ? '' : `and ${WORDS[pick(50)]} or ${words(9)}`,
    date: pick(20) === 0 ? '' : `20${10 + pick(9)}-${digits(1 + pick(12))}-${digits(1 + pick(28))}`,
    size: pick(20) === 0 ? '' : String(pick(40) / 4 - 2),
    code: ['', 'A61K', 'a61k', 'C12N; A61K', 'H04L|C12N', 'H04L'][pick(6)]!,
  }));
}

const FIELDS = [
  { name: 'title', weight: 3, b: 0.75 },
  { name: 'text', weight: 1, b: 0.75 },
  { name: 'notes', weight: 1, b: 0.5 },
  { name: 'code', weight: 1, b: 0.5 },
] as const;
const K1 = 1;
const STOP = new Set(['the', 'and', 'or']);
const termsOf = (text: string) =>
  (text.toLowerCase().match(/\w+/g) ?? []).filter((word) => !STOP.has(word));
const count = (terms: readonly string[], term: string) => terms.filter((t) => t === term).length;

/** BM25F computed from the rows, term by term. */
function bm25f(rows: readonly Row[]) {
  const split = rows.map((row) => FIELDS.map((field) => termsOf(row[field.name])));
  const averages = FIELDS.map((_, f) => {
    const lengths = split.map((fields) => fields[f]!.length).filter((length) => length > 0);
    return lengths.reduce((a, b) => a + b, 0) / lengths.length;
  });
  const frequency = (term: string) => split.map((fields) => count(fields.flat(), term));
  const all = new Map(WORDS.map((word) => [word, frequency(word)]));
  const documents = (term: string, minimum: number) =>
    (all.get(term) ?? []).filter((tf) => tf >= minimum).length;
  const sum = (minimum: number) =>
    WORDS.reduce((total, word) => total + documents(word, minimum), 0);
  const mean = sum(2) / sum(1);
  return {
    /** Score of one unit of a term's impact, for a term that the query contains once. */
    weight(term: string): number {
      const df = documents(term, 1);
      const burst = (documents(term, 2) + 5 * mean) / (df + 5);
      return Math.log(1 + (rows.length - df + 0.5) / (df + 0.5)) * (burst / mean) ** 0.15;
    },
    impact(row: number, term: string): number {
      const frequency = FIELDS.reduce((total, { weight, b }, f) => {
        const terms = split[row]![f]!;
        return total + (weight * count(terms, term)) / (1 - b + (b * terms.length) / averages[f]!);
      }, 0);
      return (frequency * (K1 + 1)) / (frequency + K1);
    },
  };
}

/** Impacts are stored in 255 steps; a tiny impact is stored as one step. */
const IMPACT_ERROR = (K1 + 1) / 255;

const operator = fc.constantFrom('=' as const, '<' as const, '>' as const);
const compare = <T>(o: '=' | '<' | '>', a: T, b: T) =>
  o === '=' ? a === b : o === '<' ? a < b : a > b;
const date = fc
  .record({
    operator,
    year: fc.integer({ min: 2009, max: 2020 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    parts: fc.integer({ min: 1, max: 3 }),
    joint: fc.constantFrom('', '-'),
  })
  .map(({ operator, year, month, day, parts, joint }) => {
    const digits = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
    const value = digits.slice(0, parts).join(joint);
    const wanted = digits.slice(0, parts).join('-');
    return {
      filter: { column: 'date', operator, value },
      // A year or a month contains all its days.
      keeps: (row: Row) =>
        row.date !== '' && compare(operator, row.date.slice(0, wanted.length), wanted),
    };
  });
const size = fc
  .record({ operator, value: fc.integer({ min: -10, max: 34 }).map((n) => n / 4) })
  .map(({ operator, value }) => ({
    filter: { column: 'size', operator, value: String(value) },
    keeps: (row: Row) => row.size !== '' && compare(operator, Number(row.size), value),
  }));
const code = fc
  .record({ operator, value: fc.constantFrom('A61K', 'c12n', 'H04L', ' h04l ', 'C12N; A61K', 'B') })
  .map(({ operator, value }) => {
    const wanted = value.trim().toLowerCase();
    const items = (row: Row) =>
      row.code
        .toLowerCase()
        .split(/[;|]/)
        .map((item) => item.trim());
    return {
      filter: { column: 'code', operator, value },
      keeps: (row: Row) =>
        operator === '='
          ? row.code.toLowerCase() === wanted || items(row).includes(wanted)
          : row.code !== '' && compare(operator, row.code.toLowerCase(), wanted),
    };
  });
const NAMES = ['title', 'text', 'notes', 'code'] as const;
/** Words as written: a word, or its beginning before `*`. */
const written = fc
  .record({
    word: fc.integer({ min: 0, max: 49 }),
    cut: fc.constantFrom(0, 0, 0, 1, 3),
    stop: fc.nat(9),
  })
  .map(({ word, cut, stop }) => {
    if (stop === 0) return 'AND';
    return cut === 0 ? WORDS[word]! : `${WORDS[word]!.slice(0, -cut)}*`;
  });
const phrase = fc.array(written, { minLength: 1, maxLength: 3 });
/** Where a phrase begins in a cell, word by word. */
function placesIn(cell: string, words: readonly string[]): number[] {
  const all = cell.toLowerCase().match(/\w+/g) ?? [];
  const isLike = (word: string | undefined, wanted: string) =>
    wanted.endsWith('*') ? word?.startsWith(wanted.slice(0, -1)) : word === wanted.toLowerCase();
  return [...all.keys()].filter((at) => words.every((word, i) => isLike(all[at + i], word)));
}
const columns = fc.option(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }), {
  nil: undefined,
});
const phrases = fc.record({ phrase, columns }).map(({ phrase, columns }) => ({
  filter: { phrase: phrase.join('-'), columns },
  keeps: (row: Row) => (columns ?? NAMES).some((name) => placesIn(row[name], phrase).length > 0),
}));
const near = fc
  .record({ one: phrase, two: phrase, within: fc.integer({ min: 0, max: 6 }), columns })
  .map(({ one, two, within, columns }) => ({
    filter: { near: [one.join(' '), two.join(', ')] as [string, string], within, columns },
    keeps: (row: Row) =>
      (columns ?? NAMES).some((name) =>
        placesIn(row[name], one).some((a) =>
          placesIn(row[name], two).some((b) =>
            a <= b ? b - a - one.length <= within : a - b - two.length <= within,
          ),
        ),
      ),
  }));
/** Conditions joined by and, or and not, with the rows that they keep. */
interface Tree {
  readonly filter: FilterTree;
  readonly keeps: (row: Row) => boolean;
}
const { tree } = fc.letrec<{ tree: Tree }>((tie) => {
  const parts = fc.array(tie('tree'), { minLength: 1, maxLength: 3 });
  return {
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(date, size, code, phrases, near),
      parts.map((all) => ({
        filter: { and: all.map(({ filter }) => filter) },
        keeps: (row: Row) => all.every(({ keeps }) => keeps(row)),
      })),
      parts.map((all) => ({
        filter: { or: all.map(({ filter }) => filter) },
        keeps: (row: Row) => all.some(({ keeps }) => keeps(row)),
      })),
      tie('tree').map(({ filter, keeps }) => ({
        filter: { not: filter },
        keeps: (row: Row) => !keeps(row),
      })),
    ),
  };
});
const filters = fc.array(tree, { maxLength: 2 });
const query = fc.array(fc.integer({ min: 0, max: 49 }), { minLength: 1, maxLength: 6 });

describe('a search against a model that reads every row', () => {
  const rows = randomRows();
  const model = bm25f(rows);
  let built: BuiltIndex;
  beforeAll(async () => {
    const header = Object.keys(rows[0]!).join(',');
    const csv = [header, ...rows.map((row) => Object.values(row).join(','))].join('\n');
    built = await buildFromCsv(csv, { text: 'index' }, 60_000);
  });

  const isMatch = (row: Row, terms: ReadonlySet<string>) =>
    FIELDS.some((field) => termsOf(row[field.name]).some((term) => terms.has(term)));

  it('has several segments and the columns of the model', () => {
    expect(built.manifest.segments.length).toBeGreaterThan(1);
    expect(built.manifest.rowCount).toBe(ROWS);
    const searched = built.manifest.schema.columns.filter((column) => column.weight > 0);
    expect(searched.map(({ name, weight, b }) => ({ name, weight, b }))).toEqual(FIELDS);
  });

  it('keeps exactly the rows that pass the filters', async () => {
    await fc.assert(
      fc.asyncProperty(query, filters, async (words, chosen) => {
        const kept = rows.filter((row) => chosen.every(({ keeps }) => keeps(row)));
        fc.pre(chosen.length > 0 && kept.length <= CANDIDATES);
        const { hits, totalFound } = await built.index.search({
          text: words.map((word) => WORDS[word]).join(' '),
          limit: CANDIDATES,
          fields: ['id'],
          filters: chosen.map(({ filter }) => filter),
        });
        expect(new Set(hits.map((hit) => hit.row.id))).toEqual(new Set(kept.map((row) => row.id)));
        expect(hits).toHaveLength(kept.length);
        expect(totalFound).toBe(kept.length);
      }),
      { numRuns: 100 },
    );
  });

  it('ranks the best rows by BM25F, and counts all that match', async () => {
    let cut = 0;
    await fc.assert(
      fc.asyncProperty(query, fc.option(date), async (words, filter) => {
        const asked = new Map<string, number>();
        for (const word of words) asked.set(WORDS[word]!, (asked.get(WORDS[word]!) ?? 0) + 1);
        const terms = new Set(asked.keys());
        const matching = rows.filter((row) => isMatch(row, terms) && (filter?.keeps(row) ?? true));
        fc.pre(matching.length > CANDIDATES);
        cut++;
        const weights = Array.from(asked, ([term, n]): [string, number] => [
          term,
          Math.log2(1 + n) * model.weight(term),
        ]);
        const score = (row: Row) =>
          weights.reduce((sum, [term, w]) => sum + w * model.impact(Number(row.id), term), 0);
        const scores = new Map(matching.map((row) => [row.id, score(row)]));
        const last = [...scores.values()].sort((a, b) => b - a)[CANDIDATES - 1]!;
        const error = 2 * IMPACT_ERROR * weights.reduce((sum, [, w]) => sum + w, 0);
        const { hits, totalFound } = await built.index.search({
          text: words.map((word) => WORDS[word]).join(' '),
          limit: CANDIDATES,
          fields: ['id'],
          filters: filter ? [filter.filter] : [],
        });
        expect(totalFound).toBe(matching.length);
        expect(hits).toHaveLength(CANDIDATES);
        const found = new Set(hits.map((hit) => hit.row.id));
        expect(found.size).toBe(CANDIDATES);
        for (const id of found) expect(scores.get(id!)).toBeGreaterThan(last - error);
        const better = [...scores].filter(([, s]) => s > last + error);
        expect(better.filter(([id]) => !found.has(id))).toEqual([]);
      }),
      { numRuns: 20 },
    );
    expect(cut).toBeGreaterThan(0);
  });

  it('splits the lexical score over terms as BM25F does', async () => {
    const two = fc.uniqueArray(fc.integer({ min: 0, max: 49 }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(two, async (words) => {
        const terms = words.map((word) => WORDS[word]!);
        const { hits } = await built.index.search({
          text: terms.join(' '),
          limit: 5,
          fields: ['id'],
          explain: true,
        });
        for (const { row, explanation } of hits) {
          const parts = terms.map((term) => [term, model.impact(Number(row.id), term)] as const);
          const present = parts.filter(([, impact]) => impact > 0);
          const shares = new Map(explanation!.terms.map(({ term, share }) => [term, share]));
          expect([...shares.keys()].toSorted()).toEqual(present.map(([term]) => term).toSorted());
          const total = present.reduce((sum, [term, i]) => sum + model.weight(term) * i, 0);
          const shown = [...shares.values()].reduce((sum, share) => sum + share, 0);
          for (const [term, impact] of present) {
            const wanted = (model.weight(term) * impact) / total;
            expect(Math.abs(shares.get(term)! / shown - wanted)).toBeLessThan(0.02);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('scores a row alike whatever the filters and however many hits are wanted', async () => {
    await fc.assert(
      fc.asyncProperty(
        query,
        filters,
        fc.constantFrom(1, 10, 100, 300),
        async (words, chosen, limit) => {
          const text = words.map((word) => WORDS[word]).join(' ');
          const request = { text, limit: CANDIDATES, fields: ['id'] };
          const all = await built.index.search(request);
          const conditions = { filters: chosen.map(({ filter }) => filter) };
          const { hits } = await built.index.search({ ...request, ...conditions });
          const passes = new Set(
            rows.filter((row) => chosen.every(({ keeps }) => keeps(row))).map(({ id }) => id),
          );
          const fitting = all.hits.filter(({ row }) => passes.has(row.id!));
          const scores = new Map(all.hits.map(({ row, score }) => [row.id, score]));
          // Filters bring up rows that are not among the best thousand of the index.
          expect(hits.filter(({ row }) => scores.has(row.id))).toEqual(fitting);
          expect(hits.length).toBeGreaterThanOrEqual(fitting.length);
          const shown = hits.map(({ score }) => score);
          expect(shown).toEqual(shown.toSorted((a, b) => b - a));
          const paged = async (limit: number) =>
            (await built.index.search({ ...request, ...conditions, limit })).hits;
          expect(await paged(limit)).toEqual((await paged(RERANKED)).slice(0, limit));
        },
      ),
      { numRuns: 50 },
    );
  });

  /** The rows that a search counts, by its own hits where these are all. */
  async function matchesOf(index: SearchIndex, text: string, trees: readonly Tree[]) {
    const kept = rows.filter((row) => trees.every(({ keeps }) => keeps(row)));
    if (text === '') return kept;
    const conditions = trees.map(({ filter }) => filter);
    const request = { text, filters: conditions, limit: CANDIDATES, fields: ['id'] };
    const { hits, totalFound } = await index.search(request);
    const ids = new Set(hits.map(({ row }) => row.id));
    const terms = new Set(text.split(' '));
    const all =
      totalFound > ids.size
        ? kept.filter((row) => isMatch(row, terms))
        : rows.filter(({ id }) => ids.has(id));
    expect(all).toHaveLength(totalFound);
    return all;
  }

  const itemsOf = ({ code: cell }: Row) => cell.split(/[;|]/).map((item) => item.trim());
  const tally = (values: readonly string[]) =>
    [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({
      value,
      count: all.length,
    }));

  /** The facets of some rows, as `FACETS` asks for them. */
  function facetsOf(found: readonly Row[]) {
    const filled = (name: 'date' | 'size' | 'code') => found.filter((row) => row[name] !== '');
    const facet = (
      name: 'date' | 'size' | 'code',
      counts: { value: string }[],
      top = counts.length,
    ) => ({
      column: name,
      counts: counts.slice(0, top),
      distinct: counts.length,
      missing: found.length - filled(name).length,
    });
    const inOrder = (a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1);
    const items = filled('code').flatMap(itemsOf);
    const written = (value: string) => items.find((item) => item.toLowerCase() === value)!;
    const codes = tally(items.map((item) => item.toLowerCase()))
      .toSorted((a, b) => b.count - a.count || inOrder(a, b))
      .map(({ value, count: n }) => ({ value: written(value), count: n }));
    const sizes = tally(
      filled('size').map((row) => String(Math.floor(Number(row.size) / 0.5) / 2)),
    );
    const letters = filled('code').flatMap((row) => [
      ...new Set(itemsOf(row).map((item) => item[0]!)),
    ]);
    const beginnings = tally(letters.map((letter) => letter.toLowerCase()))
      .toSorted((a, b) => b.count - a.count || inOrder(a, b))
      .map(({ value, count: n }) => ({
        value: letters.find((letter) => letter.toLowerCase() === value)!,
        count: n,
      }));
    /** The rows of each value by an interval, as numbers where they are. */
    const crossed = (
      counts: { value: string }[],
      name: 'date' | 'size',
      has: (row: Row, value: string) => boolean,
      intervalOf: (cell: string) => string,
    ) =>
      counts.map((count) => ({
        ...count,
        by: tally(
          filled(name)
            .filter((row) => row.code !== '' && has(row, count.value.toLowerCase()))
            .map((row) => intervalOf(row[name])),
        ).toSorted((a, b) => Number(a.value) - Number(b.value)),
      }));
    const lower = (row: Row) => itemsOf(row).map((item) => item.toLowerCase());
    return [
      facet('code', codes, 2),
      facet('code', beginnings),
      facet(
        'code',
        crossed(
          codes,
          'date',
          (row, value) => lower(row).includes(value),
          (date) => date.slice(0, 4),
        ),
        3,
      ),
      facet(
        'code',
        crossed(
          beginnings,
          'size',
          (row, value) => lower(row).some((item) => item.startsWith(value)),
          (size) => String(Math.floor(Number(size) / 20) * 20),
        ),
      ),
      facet(
        'size',
        sizes.toSorted((a, b) => Number(a.value) - Number(b.value)),
      ),
      facet('date', tally(filled('date').map((row) => row.date.slice(0, 7))).toSorted(inOrder)),
      facet('date', tally(filled('date').map((row) => row.date.slice(0, 4))).toSorted(inOrder)),
    ];
  }
  const FACETS: FacetRequest[] = [
    { column: 'code', top: 2 },
    { column: 'code', prefix: 1 },
    { column: 'code', top: 3, by: { column: 'date', interval: 'year' } },
    { column: 'code', prefix: 1, by: { column: 'size', interval: 20 } },
    { column: 'size', interval: 0.5 },
    { column: 'date', interval: 'month' },
    { column: 'date', interval: 'year' },
  ];
  const order = fc.constantFrom<SortOrder>(
    'rows',
    { column: 'size' },
    { column: 'date', descending: true },
  );
  function sorted(found: readonly Row[], by: SortOrder) {
    if (by === 'rows') return found;
    const name = by.column as 'size' | 'date';
    const keyOf = (row: Row) => Number(row[name].replaceAll('-', '').replace(/^(?=\.)/, '0'));
    const key = (row: Row) => (name === 'size' ? Number(row.size) : keyOf(row));
    const filled = found.filter((row) => row[name] !== '');
    const sign = by.descending ? -1 : 1;
    const ordered = filled.toSorted(
      (a, b) => sign * (key(a) - key(b)) || Number(a.id) - Number(b.id),
    );
    return [...ordered, ...found.filter((row) => row[name] === '')];
  }

  it('counts and lists all matches, whatever is in memory', async () => {
    const open = openFrom(built.files);
    const paged = await openIndex(built.manifest, open, { smallBytes: 0, residentBytes: 0 });
    const text = fc.oneof(query, fc.constant([]));
    const limit = fc.integer({ min: 90, max: 800 });
    await fc.assert(
      fc.asyncProperty(text, filters, order, limit, async (words, trees, sort, most) => {
        const asked = words.map((word) => WORDS[word]).join(' ');
        for (const index of [built.index, paged]) {
          const found = await matchesOf(index, asked, trees);
          const request = { text: asked, filters: trees.map(({ filter }) => filter), limit: most };
          const counted = await index.search({ ...request, facets: FACETS, fields: [] });
          expect(counted.facets).toEqual(facetsOf(found));
          expect(counted.totalFound).toBe(found.length);
          const ids: (string | undefined)[] = [];
          let after: string | undefined;
          do {
            const page = await index.search({ ...request, sort, after, fields: ['id'] });
            expect(page.totalFound).toBe(found.length);
            ids.push(...page.hits.map(({ row }) => row.id));
            after = page.next;
          } while (after !== undefined);
          expect(ids).toEqual(sorted(found, sort).map(({ id }) => id));
        }
      }),
      { numRuns: 20 },
    );
  });

  /** Rows of which none before has the same code, with the number of `all` rows that have it. */
  function differing(found: readonly Row[], all: readonly Row[]): [string, number][] {
    const groups = Map.groupBy(found, ({ id, code }) => (code === '' ? id : code.toLowerCase()));
    return Array.from(groups.values(), ([row]) => [
      row!.id,
      row!.code === ''
        ? 1
        : all.filter(({ code }) => code.toLowerCase() === row!.code.toLowerCase()).length,
    ]);
  }

  it('shows one match of each value, and counts them, whatever is in memory', async () => {
    const open = openFrom(built.files);
    const paged = await openIndex(built.manifest, open, { smallBytes: 0, residentBytes: 0 });
    const text = fc.oneof(query, fc.constant([]));
    const limit = fc.integer({ min: 3, max: 300 });
    const orders = fc.option(order, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(text, filters, orders, limit, async (words, trees, sort, most) => {
        const asked = words.map((word) => WORDS[word]).join(' ');
        for (const index of [built.index, paged]) {
          const all = await matchesOf(index, asked, trees);
          const conditions = trees.map(({ filter }) => filter);
          const request = { text: asked, filters: conditions, sort, pages: true, fields: ['id'] };
          const pagesOf = async (distinct: string | undefined, size: number) => {
            const shown: [string, number | undefined][] = [];
            let after: string | undefined;
            do {
              const page = await index.search({ ...request, distinct, limit: size, after });
              expect(page.totalFound).toBe(all.length);
              for (const { row, sameValue } of page.hits) shown.push([row.id!, sameValue]);
              after = page.next;
            } while (after !== undefined);
            return shown;
          };
          const listed = (await pagesOf(undefined, 1_000)).map(([id]) => rows[Number(id)]!);
          expect(await pagesOf('code', most)).toEqual(differing(listed, all));
          const [first] = await pagesOf('id', 1_000);
          expect(first).toEqual(listed[0] && [listed[0].id, 1]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('shows a row with the id first, and no other of its value', async () => {
    const request = { text: '990', limit: 1_000, distinct: 'code', fields: ['id'] };
    const { hits } = await built.index.search(request);
    expect(hits.map(({ row, sameValue }) => [row.id, sameValue])).toEqual([['990', 1]]);
  });

  it('counts the relevant rows alone where only these are wanted', async () => {
    const request = { text: `${WORDS[3]} ${WORDS[7]}`, limit: 5, relevantOnly: true };
    const { hits } = await built.index.search({ ...request, limit: CANDIDATES, fields: ['id'] });
    const ids = new Set(hits.map(({ row }) => row.id));
    const found = rows.filter(({ id }) => ids.has(id));
    const counted = await built.index.search({ ...request, facets: FACETS });
    expect(counted.facets).toEqual(facetsOf(found));
    expect([counted.totalFound, counted.hits.length]).toEqual([ids.size, Math.min(5, ids.size)]);
    const list = await built.index.search({ ...request, limit: CANDIDATES, sort: 'rows' });
    expect(list.hits.map(({ row }) => row.id)).toEqual(found.map(({ id }) => id));
  });

  it('lists rows by several ids, and counts a row that is found by its id', async () => {
    const value = ['12', '0012', '990', '7'];
    const filter: FilterTree = { column: 'id', operator: 'in', value };
    const { hits } = await built.index.search({ text: '', limit: 10, filters: [filter] });
    expect(hits.map(({ row, score }) => [row.id, score])).toEqual(
      ['7', '12', '990'].map((id) => [id, 0]),
    );
    const facets: FacetRequest[] = [{ column: 'size', interval: 100 }];
    const named = await built.index.search({ text: '990', limit: 10, facets });
    expect([named.totalFound, named.hits[0]!.row.id]).toEqual([1, '990']);
    expect(named.facets![0]!.missing + named.facets![0]!.counts[0]!.count).toBe(1);
    const list = await built.index.search({ text: '990', limit: 10, sort: { column: 'date' } });
    expect(list.hits.map(({ row }) => row.id)).toEqual(['990']);
  });

  it.each<[string, Partial<SearchRequest>, RegExp]>([
    ['bad_facet', { facets: Array(21).fill({ column: 'code' }) }, /at most 20/],
    ['bad_facet', { facets: [{ column: 'text' }] }, /text to search/],
    ['bad_facet', { facets: [{ column: 'code', top: 1001 }] }, /1 to 1000/],
    ['bad_facet', { facets: [{ column: 'code', interval: 1 }] }, /no intervals/],
    ['bad_facet', { facets: [{ column: 'size', interval: 0 }] }, /above 0/],
    [
      'bad_facet',
      { facets: [{ column: 'code', by: { column: 'text', interval: 1 } }] },
      /to search/,
    ],
    ['bad_facet', { facets: [{ column: 'code', by: { column: 'id', interval: 1 } }] }, /interval/],
    [
      'bad_facet',
      { facets: [{ column: 'code', top: 51, by: { column: 'size', interval: 1 } }] },
      /at most 50/,
    ],
    [
      'bad_facet',
      { facets: [{ column: 'size', interval: 1, by: { column: 'date', interval: 'year' } }] },
      /no values/,
    ],
    ['bad_facet', { facets: [{ column: 'date' }] }, /year, month, day/],
    ['bad_facet', { facets: [{ column: 'date', interval: 'day' }] }, /more than 1000 intervals/],
    ['unknown_column', { facets: [{ column: 'colour' }] }, /no column "colour"/],
    ['bad_distinct', { distinct: 'size' }, /neither codes nor names/],
    ['bad_distinct', { distinct: 'text' }, /neither codes nor names/],
    ['unknown_column', { distinct: 'colour' }, /no column "colour"/],
    ['bad_sort', { sort: { column: 'code' } }, /neither numbers nor dates/],
    ['unknown_column', { sort: { column: 'colour' } }, /no column/],
    ['bad_cursor', { sort: 'rows', after: 'x' }, /Begin again/],
    ['bad_cursor', { text: 'word', after: 'x' }, /Ask for pages/],
    ['bad_cursor', { text: 'word', after: 'x', pages: true }, /Begin again/],
  ])('refuses with %s: %j', async (code, request, message) => {
    const search = built.index.search({ text: '', limit: 10, ...request });
    await expect(search).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('gives ranked rows in pages, the same whatever their size and whatever is in memory', async () => {
    const open = openFrom(built.files);
    const paged = await openIndex(built.manifest, open, { smallBytes: 0, residentBytes: 0 });
    const text = `${WORDS[3]} ${WORDS[7]}`;
    const filters: FilterTree[] = [{ column: 'code', operator: 'exists' }];
    for (const index of [built.index, paged]) {
      const walk = async (limit: number) => {
        const hits: [string | undefined, number][] = [];
        let after: string | undefined;
        do {
          const page = await index.search({
            text,
            filters,
            limit,
            after,
            pages: true,
            fields: ['id'],
          });
          hits.push(...page.hits.map(({ row, score }) => [row.id, score] as [string, number]));
          after = page.next;
        } while (after !== undefined);
        return hits;
      };
      const all = await walk(CANDIDATES);
      expect(new Set(all.map(([id]) => id)).size).toBe(all.length);
      expect(await walk(90)).toEqual(all);
      expect(await walk(333)).toEqual(all);
      const plain = await index.search({ text, filters, limit: 90, fields: ['id'] });
      expect(plain).not.toHaveProperty('next');
    }
  });

  it('finds words whatever is in memory', async () => {
    const open = openFrom(built.files);
    const paged = await openIndex(built.manifest, open, { smallBytes: 0, residentBytes: 0 });
    const trees = fc.oneof(phrases, near);
    await fc.assert(
      fc.asyncProperty(trees, async ({ filter, keeps }) => {
        const wanted = rows.filter(keeps);
        const request = { text: '', filters: [filter], limit: CANDIDATES, fields: ['id'] };
        for (const index of [built.index, paged]) {
          const { hits, totalFound } = await index.search(request);
          expect(totalFound).toBe(wanted.length);
          expect(hits.map(({ row }) => row.id)).toEqual(
            wanted.slice(0, CANDIDATES).map(({ id }) => id),
          );
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each<[FilterTree, RegExp]>([
    [{ phrase: ' - ' }, /has no words/],
    [{ phrase: 'a '.repeat(51) }, /at most 50 words/],
    [{ phrase: 'a', columns: ['date'] }, /not searched for words/],
    [{ phrase: 'a', columns: ['colour'] }, /no column/],
    [{ near: ['a', 'b'], within: -1 }, /0 to 100/],
  ])('refuses %j', async (filter, message) => {
    const search = built.index.search({ text: '', limit: 1, filters: [filter] });
    await expect(search).rejects.toThrow(message);
  });

  it('refuses a cursor of another list', async () => {
    const { next } = await built.index.search({ text: '', limit: 10 });
    const other = built.index.search({
      text: '',
      limit: 10,
      sort: { column: 'size' },
      after: next,
    });
    await expect(other).rejects.toMatchObject({ code: 'bad_cursor' });
  });
});
