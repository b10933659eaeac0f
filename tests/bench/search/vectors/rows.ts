import type { BenchOptions } from '../bench-options.ts';
import { vectorPeers } from '../peers.ts';
import { type Figures, runChild } from '../run-child.ts';
import { digits, latencyCell, type Row } from '../table.ts';
import type { SettingFigures, VectorFigures } from './measure.ts';
import { conceptSet, mixtureSet } from './prepare-sets.ts';
import { WIDTH } from './vector-set.ts';

/** Required recall. */
const GOAL = 0.98;

/** The fastest setting with the required recall, else the one with the highest recall. */
function chosen(settings: readonly SettingFigures[]): SettingFigures {
  const enough = settings.filter(({ recall }) => recall >= GOAL);
  return enough.length > 0
    ? enough.reduce((best, next) => (next.p50Ms < best.p50Ms ? next : best))
    : settings.reduce((best, next) => (next.recall > best.recall ? next : best));
}

/** Vector indexes of this engine and of peers on the same vectors. */
export async function measureVectors(options: BenchOptions): Promise<void> {
  const sets = {
    'concept vectors of text': await conceptSet(options),
    'overlapping mixtures': await mixtureSet(options),
  };
  for (const [kind, set] of Object.entries(sets)) {
    const measure = `${options.rows} × ${WIDTH} ${kind}, top 100, recall ≥ ${GOAL}`;
    for (const [system, { module, own }] of Object.entries(vectorPeers)) {
      if (!own && !options.includes(system)) continue;
      const task = { peer: module, set };
      const figures = await runChild<VectorFigures>(
        './vectors/measure.ts',
        task,
        options.limitSeconds,
      );
      options.report({ measure, system, figures, cells: cells(figures) });
    }
  }
  options.report(await bandwidthRow(options));
}

function cells(figures: Figures<VectorFigures>): Row['cells'] {
  if ('unavailable' in figures) return figures;
  const { setting, recall, recallMargin, ...latency } = chosen(figures.settings);
  return {
    'recall@100': `${recall.toFixed(4)} ± ${recallMargin.toFixed(4)}`,
    'p50 / p99': latencyCell(latency),
    build: `${digits(figures.buildSeconds)} s`,
    'bytes a vector': figures.bytesPerVector.toFixed(0),
    'peak memory': `${figures.peakMb.toFixed(0)} MB`,
    setting,
  };
}

/** Lower bound for the time of a scan of all rows on one thread. */
async function bandwidthRow({ rows, limitSeconds }: BenchOptions): Promise<Row> {
  const figures = await runChild<{ gigabytesPerSecond: number }>(
    './vectors/bandwidth.ts',
    {},
    limitSeconds,
  );
  const row = { measure: 'memory bandwidth', system: 'reading only, one thread', figures };
  if ('unavailable' in figures) return { ...row, cells: figures };
  const { gigabytesPerSecond } = figures;
  const limit = (bytes: number) => `${digits((rows * bytes) / gigabytesPerSecond / 1e6)} ms`;
  return {
    ...row,
    cells: {
      bandwidth: `${gigabytesPerSecond.toFixed(1)} GB/s`,
      [`${rows} × f32`]: limit(WIDTH * 4),
      int8: limit(WIDTH),
      '1 bit': limit(WIDTH / 8),
    },
  };
}
