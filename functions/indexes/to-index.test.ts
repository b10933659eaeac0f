import { expect, test } from 'vitest';
import type { BuildState } from '#tables/indexes.ts';
import { newBuild } from './indexes.ts';
import { buildingIndex } from './test-records.ts';
import { progressOf } from './to-index.ts';

const done = { bytes: 0, rows: 0, rejects: 0, loaded: 0 };

const progress = (build: BuildState) =>
  progressOf({
    ...buildingIndex,
    dataset_size: 1000,
    build,
    rows: 5,
    rejects: 1,
  });

test('while a dataset is read, progress grows with the bytes of finished and running parts', () => {
  const at = (finished: number, running: number) =>
    progress({
      ...newBuild,
      stage: 'planning',
      done: { ...done, bytes: finished },
      pieces: { 7: { bytes: running }, 8: {} },
    });
  expect(at(0, 0)).toMatchObject({ percent: 1, read: { bytes: 0, of: 1000 } });
  expect(at(400, 100)).toMatchObject({ percent: 3, read: { bytes: 500, of: 1000 } });
  // A part that was read twice counts twice.
  expect(at(1000, 100)).toMatchObject({ percent: 5, read: { bytes: 1000, of: 1000 } });
});

test('while segments are built and loaded, rows of finished and running ones count', () => {
  const build = {
    ...newBuild,
    rows_total: 100,
    placement: 'cluster' as const,
    done: { ...done, rows: 40, rejects: 10, loaded: 20 },
    pieces: { 3: { rows: 30, loaded: 30 } },
  };
  expect(progress({ ...build, stage: 'indexing' })).toEqual({
    stage: 'indexing',
    percent: 54,
    rows: 70,
    rejects: 10,
    placement: 'cluster',
  });
  expect(progress({ ...build, stage: 'loading' }).percent).toBe(75);
});

test('an ended build has the figures of what was published, in records of older releases too', () => {
  const ended = { stage: 'done' as const, rows_total: 6, rows_trained: 6 };
  expect(progress(ended)).toEqual({ stage: 'done', percent: 100, rows: 5, rejects: 1 });
});
