import { type Latency, secondsSince, timeEach } from '../timing.ts';
import type { VectorPeer } from './peer.ts';
import { NEIGHBOURS, readVectorSet, type VectorSet, vectorAt, WIDTH } from './vector-set.ts';

/** Recall and latency at one setting. */
export interface SettingFigures extends Latency {
  readonly setting: string;
  /** Mean share of the exact neighbours that were found. */
  readonly recall: number;
  /** Half the width of its 95% confidence interval. */
  readonly recallMargin: number;
}

export interface VectorFigures {
  readonly buildSeconds: number;
  readonly bytesPerVector: number;
  readonly settings: readonly SettingFigures[];
}

export interface VectorTask {
  /** Module that exports `openPeer(): Promise<VectorPeer>`, relative to this folder. */
  readonly peer: string;
  readonly set: string;
}

async function measureSetting(peer: VectorPeer, setting: number, set: VectorSet) {
  const { queries, truth } = set;
  const numbers = Array.from({ length: queries.length / WIDTH }, (_, q) => q);
  const answers: ArrayLike<number | bigint>[] = [];
  const latency = await timeEach(numbers, async (q) => {
    answers[q] = await peer.search(vectorAt(queries, q), NEIGHBOURS, setting);
  });
  // Slow systems answer only some of the queries.
  const recalls = answers.map((answer, q) => {
    const exact = new Set(truth.subarray(q * NEIGHBOURS, (q + 1) * NEIGHBOURS));
    const found = new Set(Array.from(answer, Number));
    return Array.from(found).filter((row) => exact.has(row)).length / exact.size;
  });
  const recall = recalls.reduce((sum, x) => sum + x, 0) / recalls.length;
  const variance = recalls.reduce((sum, x) => sum + (x - recall) ** 2, 0) / (recalls.length - 1);
  const recallMargin = 1.96 * Math.sqrt(variance / recalls.length);
  return { setting: peer.settings[setting]!, recall, recallMargin, ...latency };
}

/** Builds one vector index and measures all of its settings. */
export async function measure({ peer: module, set: name }: VectorTask): Promise<VectorFigures> {
  const { openPeer } = await import(new URL(module, import.meta.url).href);
  const peer: VectorPeer = await openPeer();
  const set = readVectorSet(name);
  const startedAt = performance.now();
  await peer.build(set.rows);
  const buildSeconds = secondsSince(startedAt);
  const settings: SettingFigures[] = [];
  for (const setting of peer.settings.keys()) {
    settings.push(await measureSetting(peer, setting, set));
  }
  return {
    buildSeconds,
    bytesPerVector: peer.sizeBytes() / (set.rows.length / WIDTH),
    settings,
  };
}
