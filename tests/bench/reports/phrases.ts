import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { type KnownWord, memorySource, type SearchIndex } from '#engine';
import { phraseLikeness, termsOf } from '#functions/patents/index.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { readCollection } from './collection.ts';

interface Pair {
  anchor: string;
  target: string;
  score: string;
}

/**
 * How far the likeness of phrases agrees with people: Spearman's rank correlation with the scores of a file (anchor, target,
 * score), of all pairs and of those of every second anchor. Words are known from an index of a collection or of patents
 * that a load wrote to a folder.
 */
export async function printPhrases(
  file: string,
  { collection, loaded }: { collection?: string | undefined; loaded?: string | undefined },
  seed: number,
): Promise<void> {
  const text = await readFile(file, 'utf8');
  const pairs = Papa.parse<Pair>(text, { header: true, skipEmptyLines: true }).data;
  const index = await openIndex({ collection, loaded }, seed);
  const terms = [
    ...new Set(pairs.flatMap(({ anchor, target }) => termsOf(`${anchor}\n${target}`))),
  ];
  const known = new Map<string, KnownWord | undefined>();
  for (const [at, word] of (await index.words(terms)).entries()) known.set(terms[at]!, word);
  const unknown = terms.filter((term) => !known.get(term)).length;
  console.log(`${pairs.length} pairs; ${terms.length} words, ${unknown} unknown to the index`);
  const vectors = new Map<string, number[]>();
  for (const phrase of new Set(pairs.flatMap(({ anchor, target }) => [anchor, target]))) {
    vectors.set(phrase, await index.vector(phrase));
  }
  const anchors = [...new Set(pairs.map(({ anchor }) => anchor))].toSorted();
  const halfOf = new Map(anchors.map((anchor, at) => [anchor, at % 2]));
  const print = (name: string, likeness: (a: string, b: string) => number) => {
    const rows = pairs.map(({ anchor, target, score }) => ({
      half: halfOf.get(anchor),
      likeness: likeness(anchor, target),
      score: Number(score),
    }));
    const figures = [rows, ...[0, 1].map((half) => rows.filter((row) => row.half === half))].map(
      (some) =>
        spearman(
          some.map((row) => row.likeness),
          some.map((row) => row.score),
        ).toFixed(3),
    );
    console.log(`${name.padEnd(34)}${figures.join(' ')}`);
  };
  console.log(`${''.padEnd(34)}all, first half, second half`);
  print('likeness of phrases', (a, b) => phraseLikeness(a, b, (term) => known.get(term)));
  print('likeness without the index', (a, b) => phraseLikeness(a, b, () => undefined));
  print('cosine of concept vectors', (a, b) => {
    const [ours, theirs] = [vectors.get(a)!, vectors.get(b)!];
    return ours.reduce((sum, value, at) => sum + value * theirs[at]!, 0);
  });
}

async function openIndex(
  { collection, loaded }: { collection?: string | undefined; loaded?: string | undefined },
  seed: number,
): Promise<SearchIndex> {
  if (collection) return (await readCollection(collection, seed)).index;
  if (!loaded) throw new Error('--phrases needs --collection DIR or --loaded DIR');
  const rows = await readFile(join(loaded, 'us_patents.csv'));
  return (await buildInMemory(memorySource(new Uint8Array(rows)), seed)).index;
}

/** Correlation of the ranks; equal values share the mean of their ranks. */
function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const mean = (a.length - 1) / 2;
  const sum = (value: (at: number) => number) => x.reduce((total, _, at) => total + value(at), 0);
  const both = sum((at) => (x[at]! - mean) * (y[at]! - mean));
  return both / Math.sqrt(sum((at) => (x[at]! - mean) ** 2) * sum((at) => (y[at]! - mean) ** 2));
}

function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].toSorted((a, b) => values[a]! - values[b]!);
  const ranks = Array.from(values, () => 0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1;
    for (let at = from; at < to; at++) ranks[order[at]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}
