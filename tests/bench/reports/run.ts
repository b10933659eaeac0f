/**
 * Reports: quality of their search on a collection (`--collection DIR`), time for a patent of 100 claims (`--rows
 * N`), what a model judges beside an examiner (`--judge`), or quality of the grades on the labelled pairs of the sample
 * catalogue.
 */
import { parseArgs } from 'node:util';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { planQueries } from '#functions/reports/plan-queries.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { ChartCell } from '#shared/report/report.ts';
import { ablate, citedSubjects, subjectsOf } from './ablation.ts';
import { printClassShare, type Unclassed } from './class-share.ts';
import { readCollection } from './collection.ts';
import { printDenseClasses } from './dense-classes.ts';
import { labelledCells } from './grades.ts';
import { printJudge } from './judge.ts';
import { printListedOrder } from './listed-order.ts';
import type { Quality } from './measures.ts';
import { printPhrases } from './phrases.ts';
import { printScale } from './scale.ts';

const thresholds = [0.05, 0.08, 0.1, 0.12, 0.15, 0.18, 0.2, 0.25, 0.3, 0.4];

async function printGrades(): Promise<void> {
  for (const half of [0, 1] as const) {
    const { disclosing, near, unrelated } = await labelledCells(half);
    const print = (name: string, has: (cell: ChartCell) => boolean) => {
      const shares = [disclosing, near, unrelated].map((all) =>
        (all.filter(has).length / all.length).toFixed(3).padEnd(12),
      );
      console.log(name.padEnd(32) + shares.join(''));
    };
    console.log(`\n${half === 0 ? 'First' : 'Second'} half of the fields`);
    console.log(`${''.padEnd(32)}disclosing  near        unrelated`);
    for (const least of thresholds) print(`score ${least}`, ({ score }) => score >= least);
    print('strong', ({ grade }) => grade === 'strong');
    print('weak or strong', ({ grade }) => grade !== 'none');
  }
}

const figuresOf = ({ recall10, recall100, ndcg10 }: Quality) =>
  [recall10, recall100, ndcg10].map((figure) => figure.toFixed(3)).join(' ');

function printQuality(rows: Awaited<ReturnType<typeof ablate>>): void {
  const head = 'recall@10, recall@100, nDCG@10 of all, and of either half';
  console.log(`${'search'.padEnd(34)}${head}`);
  for (const { name, quality, halves } of rows) {
    console.log(`${name.padEnd(34)}${[quality, ...halves].map(figuresOf).join('    ')}`);
  }
}

const planOf = (patent: PatentDocument) =>
  planQueries(patent, chooseClaims('invalidation', patent));

async function printSearch(folder: string, seed: number): Promise<void> {
  const startedAt = performance.now();
  const collection = await readCollection(folder, seed);
  const subjects = subjectsOf(collection);
  console.log(`${subjects.length} queries, ${folder}`);
  printQuality(await ablate(collection, subjects, planOf));
  const cited = citedSubjects(collection);
  if (cited.length > 0) {
    console.log(`${cited.length} cited patents with their claims`);
    printQuality(await ablate(collection, cited, planOf));
    await printDenseClasses(collection, cited);
    await printListedOrder(collection, cited);
  }
  console.error(`${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      collection: { type: 'string' },
      loaded: { type: 'string' },
      unclassed: { type: 'string', default: 'none' },
      phrases: { type: 'string' },
      rows: { type: 'string' },
      judge: { type: 'boolean', default: false },
      examined: { type: 'string' },
      model: { type: 'string' },
      endpoint: { type: 'string' },
      api: { type: 'string' },
      'first-byte-ms': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.phrases) await printPhrases(values.phrases, values, Number(values.seed));
  else if (values.judge) {
    if (!values.examined) throw new Error('--judge needs --examined DIR');
    await printJudge(values.examined, values);
  } else if (values.rows) await printScale(Number(values.rows), Number(values['first-byte-ms']));
  else if (values.collection) await printSearch(values.collection, Number(values.seed));
  else if (values.loaded) {
    await printClassShare(values.loaded, Number(values.seed), values.unclassed as Unclassed);
  } else await printGrades();
}
