import { parseArgs } from 'node:util';
import { type FilterTree, type SearchIndex, Synonyms } from '#engine';
import { openContainer } from '#engine/file/container.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { parseOrExit } from '../parse-or-exit.ts';
import { corpusFile, SEED } from '../search/corpus/csv-file.ts';
import { MEAN_WORDS, section, TextSource } from '../search/corpus/documents.ts';
import { fileSource } from '../search/file-source.ts';
import { digits, printTable, type Row } from '../search/table.ts';

const USAGE = `npm run bench -- operations [options]
  --rows N     generated documents (default 300000)
  --words N    of a document (default ${MEAN_WORDS})
  --queries N  searches of each kind, all different (default 100)`;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '300000' },
      words: { type: 'string', default: String(MEAN_WORDS) },
      queries: { type: 'string', default: '100' },
    },
  });
  const whole = (text: string) => {
    const value = Number(text);
    if (!(Number.isInteger(value) && value > 0)) throw new Error(`${text} is not a whole number.`);
    return value;
  };
  return { rows: whole(values.rows), words: whole(values.words), queries: whole(values.queries) };
}

type SearchRequest = Parameters<SearchIndex['search']>[0];
type Request = Omit<SearchRequest, 'limit'> & Partial<Pick<SearchRequest, 'limit'>>;

/** Conditions of a search of each kind; `words` are neighbours in a text. */
const conditions: Record<string, (words: readonly string[], i: number) => readonly FilterTree[]> = {
  'no condition': () => [],
  'filter that keeps .8 %': (_, i) => [{ column: 'section', operator: '=', value: section(i) }],
  'filter of a year': (_, i) => [{ column: 'date', operator: '=', value: String(2000 + (i % 20)) }],
  'one word': ([a]) => [{ phrase: a! }],
  'phrase of two words': ([a, b]) => [{ phrase: `${a} ${b}` }],
  'phrase of three words': ([a, b, c]) => [{ phrase: `${a} ${b} ${c}` }],
  'two words within five': ([a, b]) => [{ near: [a!, b!], within: 5 }],
  'beginning of four letters': ([a]) => [{ phrase: `${a!.slice(0, 4)}*` }],
  'a and not b': ([a, b]) => [{ phrase: a! }, { not: { phrase: b! } }],
};

/** Words of texts, each once. */
const wordsIn = (texts: readonly string[]) => [
  ...new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{4,}/gu)!)),
];

/** A list of a thousand synonyms: two for each of some words first, then pairs that no text has. */
const thousandSynonyms = (own: readonly string[], others: readonly string[]) =>
  new Synonyms(
    Array.from({ length: 1000 }, (_, i) => ({
      words: own[i] ? [own[i], others[2 * i]!, others[2 * i + 1]!] : [`zqx${i}`, `xqz${i}`],
    })),
  );

/** Measures searches with conditions, counts and orders. Each has other words, so that nothing is remembered. */
export async function run(args: string[]): Promise<void> {
  const { rows, words, queries } = parseOrExit(parse, args, USAGE);
  const built = await buildInMemory(await fileSource(await corpusFile(rows, words)), SEED);
  const { index, manifest, segments } = built;
  await index.warm();
  let bytes = 0;
  for (const { fileName, source } of segments) {
    const file = await openContainer(source, fileName, 'segment');
    bytes += file.sizeBytes('words') + file.sizeBytes('wordForms');
  }
  const all = segments.reduce((sum, { source }) => sum + source.sizeBytes, 0);
  console.log(
    `${rows} rows of ${(all / rows).toFixed(0)} bytes, of which ${(bytes / rows).toFixed(0)} say where words stand; built in ${manifest.card.buildSeconds ?? '?'} s`,
  );
  const texts = new TextSource(SEED);
  const asked = texts.shortQueries(queries);
  const neighbours = asked.map((_, i) => {
    const all = texts.document(i * 7).text.match(/\p{L}+/gu)!;
    const at = i % Math.max(1, all.length - 3);
    return all.slice(at, at + 3);
  });
  const askedWords = wordsIn(asked);
  const otherWords = wordsIn(Array.from({ length: 300 }, (_, i) => texts.document(i).text));
  const others = otherWords.filter((word) => !askedWords.includes(word));
  const unused = thousandSynonyms([], []);
  const used = thousandSynonyms(askedWords.slice(0, others.length >>> 1), others);
  const facets = [
    { column: 'section' },
    { column: 'section', prefix: 2 },
    // Every row has its own id.
    { column: 'id', prefix: 5 },
    { column: 'date', interval: 'year' as const },
    { column: 'date', interval: 'month' as const },
  ];
  const kinds: Record<string, (i: number) => Request> = {
    ...Object.fromEntries(
      Object.entries(conditions).map(([name, of]) => [
        name,
        (i: number) => ({ text: asked[i]!, filters: of(neighbours[i]!, i), fields: [] }),
      ]),
    ),
    'another filter that keeps .8 %, same words': (i) => ({
      text: asked[i % 20]!,
      filters: [{ column: 'section', operator: '=', value: section(i + 60) }],
      fields: [],
    }),
    'no condition, again': (i) => ({ text: asked[i]!, fields: [] }),
    'one row of each section, 20': (i) => ({
      text: asked[i]!,
      distinct: 'section',
      limit: 20,
      fields: [],
    }),
    'a thousand synonyms, none of its words': (i) => ({
      text: asked[i]!,
      synonyms: unused,
      fields: [],
    }),
    'a thousand synonyms, two of each word': (i) => ({
      text: asked[i]!,
      synonyms: used,
      fields: [],
    }),
    'five facets': (i) => ({ text: asked[i]!, facets, fields: [] }),
    'sorted by date': (i) => ({ text: asked[i]!, sort: { column: 'date' }, fields: [] }),
  };
  const table: Row[] = [];
  for (const [system, requestOf] of Object.entries(kinds)) {
    const times: number[] = [];
    const from = process.cpuUsage();
    let found = 0;
    for (let i = 0; i < queries; i++) {
      const startedAt = performance.now();
      const { totalFound } = await index.search({ limit: 100, ...requestOf(i) });
      times.push(performance.now() - startedAt);
      found += totalFound;
    }
    const { user, system: kernel } = process.cpuUsage(from);
    times.sort((a, b) => a - b);
    const figures = {
      processorMs: (user + kernel) / 1000 / queries,
      p50Ms: times[Math.floor(queries / 2)]!,
      p99Ms: times[Math.floor(0.99 * queries)]!,
      found: found / queries,
    };
    const cells = {
      'processor ms': digits(figures.processorMs),
      'p50 ms': digits(figures.p50Ms),
      'p99 ms': digits(figures.p99Ms),
      'rows found': figures.found.toFixed(0),
    };
    table.push({ measure: 'A search of', system, cells, figures });
  }
  console.log(printTable(table));
}
