import { readFileSync } from 'node:fs';
import { compileAssembly } from '#engine/kernels/compile.ts';
import { WIDTH } from './vector-set.ts';

type KernelFunction = (...parameters: number[]) => number;

/** Plain scans over memory of a fixed size; see assembly/scan.ts. */
export async function openScan(sizeBytes: number) {
  const text = readFileSync(new URL('./assembly/scan.ts', import.meta.url), 'utf8');
  const { instance } = await WebAssembly.instantiate(await compileAssembly(text));
  const memory = instance.exports.memory as WebAssembly.Memory;
  memory.grow(Math.ceil(sizeBytes / 65_536));
  let next = 64;
  const take = (bytes: number) => {
    const at = next;
    next += Math.ceil(bytes / 64) * 64;
    return at;
  };
  const call = (name: string) => instance.exports[name] as KernelFunction;
  const [dotF32, dotI8, readAll] = [call('dotF32'), call('dotI8'), call('readAll')];
  return {
    f32: (length: number) => new Float32Array(memory.buffer, take(length * 4), length),
    i8: (length: number) => new Int8Array(memory.buffer, take(length), length),
    i32: (length: number) => new Int32Array(memory.buffer, take(length * 4), length),
    dotF32: (query: Float32Array, rows: Float32Array, out: Float32Array) =>
      dotF32(query.byteOffset, rows.byteOffset, out.length, WIDTH, out.byteOffset),
    dotI8: (query: Int8Array, rows: Int8Array, out: Int32Array) =>
      dotI8(query.byteOffset, rows.byteOffset, out.length, WIDTH, out.byteOffset),
    readAll: ({ byteOffset, byteLength }: ArrayBufferView) =>
      readAll(byteOffset, byteOffset + byteLength),
  };
}
