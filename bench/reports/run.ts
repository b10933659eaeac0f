/**
 * Quality of reports: of their search on a collection, one step after the other, and of their grades on the
 * labelled pairs of the sample catalogue; and the time that a patent of 100 claims takes with so many rows.
 */
import { parseArgs } from 'node:util';
import { ablate } from './ablation.ts';
import { readCollection } from './collection.ts';
import { gradeScores } from './grades.ts';
import { printScale } from './scale.ts';

const thresholds = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];
const share = (scores: readonly number[], threshold: number) =>
  (scores.filter((score) => score >= threshold).length / scores.length).toFixed(2);

async function printGrades(): Promise<void> {
  for (const half of [0, 1] as const) {
    const { disclosing, near, unrelated } = await gradeScores(half);
    console.log(
      `Elements at or above a score, ${half === 0 ? 'first' : 'second'} half of the fields`,
    );
    console.log('score  disclosing  near  unrelated');
    for (const threshold of thresholds) {
      const cells = [disclosing, near, unrelated].map((scores) => share(scores, threshold));
      console.log(`${threshold.toFixed(2)}   ${cells[0]}        ${cells[1]}  ${cells[2]}`);
    }
  }
}

async function printSearch(folder: string, seed: number): Promise<void> {
  const startedAt = performance.now();
  const collection = await readCollection(folder, seed);
  console.log(`${collection.queries.length} queries, ${folder}`);
  console.log(`${'search'.padEnd(32)}recall@10  recall@100  nDCG@10`);
  for (const { name, quality } of await ablate(collection)) {
    const { recall10, recall100, ndcg10 } = quality;
    const figures = [recall10, recall100, ndcg10].map((figure) => figure.toFixed(3));
    console.log(`${name.padEnd(32)}${figures[0]}      ${figures[1]}       ${figures[2]}`);
  }
  console.error(`${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      collection: { type: 'string' },
      rows: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.rows) await printScale(Number(values.rows));
  else if (values.collection) await printSearch(values.collection, Number(values.seed));
  else await printGrades();
}
