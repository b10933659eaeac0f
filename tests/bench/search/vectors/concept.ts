import type { SearchIndex } from '#engine';
import { planDataset } from '#engine/csv/plan.ts';
import { readRows } from '#engine/csv/read.ts';
import { seededRandom } from '#engine/random.ts';
import { SEED } from '../corpus/csv-file.ts';
import { type Dataset, rolesOf } from '../corpus/dataset.ts';
import { openBuilt } from '../engine/open-built.ts';
import { fileSource } from '../file-source.ts';
import { normalize } from './mixture.ts';
import { vectorAt, WIDTH } from './vector-set.ts';

/** Writes the concept vector of a text to a list, padded with zeros. */
async function conceptInto(list: Float32Array, at: number, index: SearchIndex, text: string) {
  vectorAt(list, at).set((await index.vector(text)).slice(0, WIDTH));
}

/** Searched text of the first rows of a dataset. */
async function* texts(dataset: Dataset, wanted: number): AsyncGenerator<string> {
  const source = await fileSource(dataset.csv);
  const plan = await planDataset(source, await rolesOf(dataset));
  const searched = plan.schema.columns.filter(({ weight }) => weight > 0);
  const whole = { ...plan.ranges[0]!, end: plan.sizeBytes };
  let count = 0;
  for await (const row of readRows(source, plan, whole)) {
    if (!('cells' in row)) continue;
    yield searched.map(({ position }) => row.cells[position]).join(' ');
    if (++count === wanted) return;
  }
}

/**
 * Concept vectors of the rows of a dataset, in the space of an index built from `model`. If the dataset has too
 * few rows, further vectors are mixtures of two or three rows. Queries are, alternately, the second half of a row
 * and a few of its words.
 */
export async function conceptVectors(
  dataset: Dataset,
  model: Dataset,
  count: number,
  queryCount: number,
): Promise<{ rows: Float32Array; queries: Float32Array }> {
  const index = await openBuilt(model);
  const rows = new Float32Array(count * WIDTH);
  const queries = new Float32Array(queryCount * WIDTH);
  const random = seededRandom(SEED);
  let found = 0;
  let asked = 0;
  for await (const text of texts(dataset, count)) {
    await conceptInto(rows, found++, index, text);
    if (found % 7 === 0 && asked < queryCount) {
      const words = text.split(/\s+/);
      const half = words.slice(words.length >> 1);
      const few = Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)]!);
      await conceptInto(queries, asked, index, (asked % 2 === 0 ? half : few).join(' '));
      // A query without a known word has no direction.
      if (vectorAt(queries, asked).some((x) => x !== 0)) asked++;
    }
  }
  for (let row = found; row < count; row++) {
    const vector = vectorAt(rows, row);
    for (let part = 0; part < 2 + (row % 2); part++) {
      const share = random();
      const other = vectorAt(rows, Math.floor(random() * found));
      for (let j = 0; j < WIDTH; j++) vector[j]! += share * other[j]!;
    }
    normalize(vector);
  }
  return { rows, queries: queries.subarray(0, asked * WIDTH) };
}

/** Concept vectors of queries, for engines that also search by vector. */
export async function queryVectors(model: Dataset, texts: readonly string[]) {
  const index = await openBuilt(model);
  const vectors = new Float32Array(texts.length * WIDTH);
  for (const [i, text] of texts.entries()) await conceptInto(vectors, i, index, text);
  return vectors;
}
