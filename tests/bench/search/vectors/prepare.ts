import { SEED } from '../corpus/csv-file.ts';
import type { Dataset } from '../corpus/dataset.ts';
import { TextSource } from '../corpus/documents.ts';
import { conceptVectors, queryVectors } from './concept.ts';
import { exactNeighbours } from './exact.ts';
import { mixtureVectors } from './mixture.ts';
import { hasVectorSet, saveVectorSet, WIDTH } from './vector-set.ts';

/** Definition of a set. */
export interface PrepareTask {
  readonly name: string;
  readonly count: number;
  readonly queryCount: number;
  /** Concept vectors of `dataset` in the space of `model`. If absent, the set consists of mixtures. */
  readonly concept?: { readonly dataset: Dataset; readonly model: Dataset };
}

/** Creates a set of vectors with its exact neighbours unless it is cached. */
export async function measure(task: PrepareTask): Promise<object> {
  const { name, count, queryCount, concept } = task;
  if (hasVectorSet(name)) return {};
  if (concept) {
    const { rows, queries } = await conceptVectors(
      concept.dataset,
      concept.model,
      count,
      queryCount,
    );
    const text = new TextSource(SEED);
    saveVectorSet(name, {
      rows,
      queries,
      truth: await exactNeighbours(rows, queries),
      short: await queryVectors(concept.model, text.shortQueries(queryCount)),
      long: await queryVectors(concept.model, text.longQueries(queryCount)),
    });
  } else {
    const all = mixtureVectors(count + queryCount, SEED);
    const rows = all.subarray(0, count * WIDTH);
    const queries = all.subarray(count * WIDTH);
    saveVectorSet(name, { rows, queries, truth: await exactNeighbours(rows, queries) });
  }
  return {};
}
