import { existsSync } from 'node:fs';
import type { BenchOptions } from '../bench-options.ts';
import { type Dataset, generatedDataset, givenDataset, indexFolder } from '../corpus/dataset.ts';
import { runChild } from '../run-child.ts';
import type { PrepareTask } from './prepare.ts';

/** More rows would not improve a concept space. */
const MODEL_ROWS = 100_000;

async function prepare(task: PrepareTask, limitSeconds: number): Promise<string> {
  console.error(`vectors ${task.name}: data`);
  const made = await runChild<object>('./vectors/prepare.ts', task, limitSeconds);
  if ('unavailable' in made) throw new Error(`vectors ${task.name}: ${made.unavailable}`);
  return task.name;
}

/** Name of a set of concept vectors, created unless it is cached. */
export async function conceptSet(options: BenchOptions): Promise<string> {
  const { rows: count, queries: queryCount, corpus, limitSeconds } = options;
  const dataset = corpus ? givenDataset(corpus) : await generatedDataset(count);
  const model: Dataset = corpus ? dataset : await generatedDataset(Math.min(count, MODEL_ROWS));
  if (!existsSync(indexFolder(model))) {
    const built = await runChild<object>('./engine/build-index.ts', model, limitSeconds);
    if ('unavailable' in built) throw new Error(`index of ${model.name}: ${built.unavailable}`);
  }
  const name = `concept-${dataset.name}-${count}-${queryCount}`;
  return prepare({ name, count, queryCount, concept: { dataset, model } }, limitSeconds);
}

/** Name of a set of overlapping mixtures, created unless it is cached. */
export function mixtureSet(options: BenchOptions): Promise<string> {
  const { rows: count, queries: queryCount, limitSeconds } = options;
  return prepare({ name: `mixture-${count}-${queryCount}`, count, queryCount }, limitSeconds);
}
