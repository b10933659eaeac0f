import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cachePath } from '../cache.ts';

/** Width of all vectors, which have unit length and are stored row-major. */
export const WIDTH = 256;

/** Number of nearest neighbours that are searched. */
export const NEIGHBOURS = 100;

/** A set of vectors for measurements. */
export interface VectorSet {
  readonly rows: Float32Array;
  readonly queries: Float32Array;
  /** Exact nearest rows of each query, NEIGHBOURS each. */
  readonly truth: Int32Array;
}

/** Vector number `at` of a list. */
export const vectorAt = (list: Float32Array, at: number) =>
  list.subarray(at * WIDTH, (at + 1) * WIDTH);

/** Folder of a cached set. */
const folderOf = (name: string) => cachePath(`vectors-${name}`);

/** Whether the cache has a set. */
export const hasVectorSet = (name: string) => existsSync(folderOf(name));

/** Saves a set in the cache. `lists` must include `rows`, `queries` and `truth`. */
export function saveVectorSet(
  name: string,
  lists: Readonly<Record<string, Float32Array | Int32Array>>,
): void {
  const partial = `${folderOf(name)}.partial`;
  mkdirSync(partial, { recursive: true });
  for (const [list, values] of Object.entries(lists)) {
    writeFileSync(
      path.join(partial, list),
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
  }
  renameSync(partial, folderOf(name));
}

/** One list of floats of a set, `rows` or `queries` for example. */
export function readFloats(name: string, list: string): Float32Array {
  const { buffer, byteOffset, byteLength } = readFileSync(path.join(folderOf(name), list));
  return new Float32Array(buffer, byteOffset, byteLength / 4);
}

export function readVectorSet(name: string): VectorSet {
  const truth = readFloats(name, 'truth');
  return {
    rows: readFloats(name, 'rows'),
    queries: readFloats(name, 'queries'),
    truth: new Int32Array(truth.buffer, truth.byteOffset, truth.length),
  };
}
