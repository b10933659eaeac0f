import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openWabt from 'wabt';

/** Compiles kernels.wat into kernels.wasm.ts: `node engine/kernels/compile.ts`. */
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The text of kernels.wasm.ts for a module in WebAssembly text form. */
export async function compileKernels(text: string): Promise<string> {
  const wabt = await openWabt();
  const module = wabt.parseWat('kernels.wat', text, { simd: true, bulk_memory: true });
  module.validate();
  const { buffer } = module.toBinary({});
  const base64 = Buffer.from(buffer).toString('base64');
  return [
    '/** Compiled from kernels.wat by compile.ts; a test keeps the two together. */',
    `export const KERNELS_WASM =\n  '${base64}';\n`,
  ].join('\n');
}

if (process.argv[1] === path('./compile.ts')) {
  const text = await compileKernels(await readFile(path('./kernels.wat'), 'utf8'));
  await writeFile(path('./kernels.wasm.ts'), text);
}
