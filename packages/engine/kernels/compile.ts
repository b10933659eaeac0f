import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import openWabt from 'wabt';
import * as structures from './structures.ts';

/**
 * Compiles each .wat file to a TypeScript module with the binary as base64: `node packages/engine/kernels/compile.ts`. The kernels
 * of searches are there twice, with relaxed instructions and without, together compressed by DEFLATE.
 */
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Kernel sources, and the export name of each compiled binary. */
export const SOURCES = { kernels: 'KERNELS_WASM', scan: 'SCAN_WASM' } as const;

/** The text with numbers for the names of `structures.ts`. */
function withPlaces(text: string): string {
  const known: Record<string, unknown> = structures;
  const numberOf = (value: unknown, name: string): number => {
    if (typeof value !== 'number') throw new Error(`structures.ts has no ${name}`);
    return value;
  };
  return text
    .replace(/\boffset=([A-Z_]+)\.(\w+)/g, (name, structure: string, field: string) => {
      const places = known[structure] as Record<string, unknown> | undefined;
      return `offset=${4 * numberOf(places?.[field], name)}`;
    })
    .replace(
      /\(i32\.const ([A-Z_]+)(\.sizeBytes)?\)/g,
      (name, constant: string, sized?: string) => {
        const value = known[constant];
        const size = (value as { sizeBytes?: number } | undefined)?.sizeBytes;
        return `(i32.const ${numberOf(sized ? size : value, name)})`;
      },
    );
}

/** A line for each exported function, with the names of its parameters. */
function parametersOf(text: string): string {
  const heads = text.matchAll(/\(func \(export "(\w+)"\)((?:\s*\(param \$\w+ i32\))*)/g);
  const lines = Array.from(heads, ([, name, parameters]) => {
    const names = Array.from(parameters!.matchAll(/\$(\w+)/g), ([, parameter]) => `'${parameter}'`);
    return `  ${name}: [${names.join(', ')}],\n`;
  });
  return lines.join('');
}

async function toBinary(name: string, text: string): Promise<Buffer> {
  const wabt = await openWabt();
  const features = { simd: true, bulk_memory: true, relaxed_simd: true, threads: true };
  const module = wabt.parseWat(`${name}.wat`, text, features);
  const binary = Buffer.from(module.toBinary({}).buffer);
  // Validates the binary. wabt's own check does not support shared memory.
  new WebAssembly.Module(binary);
  return binary;
}

/** Source of the TypeScript module for a kernel. */
export async function compileKernels(name: keyof typeof SOURCES): Promise<string> {
  const text = withPlaces(await readFile(path(`./${name}.wat`), 'utf8'));
  const binary = await toBinary(name, text);
  const asText = (bytes: Buffer) =>
    `export const ${SOURCES[name]} =\n  '${bytes.toString('base64')}';\n`;
  const exports: string[] = [];
  if (name === 'kernels') {
    exports.push(asText(binary));
    exports.push(`export const KERNEL_PARAMETERS = {\n${parametersOf(text)}} as const;\n`);
  } else {
    // Indices are always inside the table, so both instructions give the same bits.
    const relaxed = await toBinary(name, text.replaceAll('i8x16.swizzle', 'i8x16.relaxed_swizzle'));
    // Both differ little, and every function that searches has them in its bundle.
    exports.push(asText(deflateRawSync(Buffer.concat([relaxed, binary]), { level: 9 })));
    exports.push(`export const RELAXED_BYTES = ${relaxed.length};\n`);
  }
  const head = `/** Compiled from ${name}.wat by compile.ts; a test keeps the two together. */`;
  return `${head}\n${exports.join('\n')}`;
}

if (process.argv[1] === path('./compile.ts')) {
  for (const name of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
    await writeFile(path(`./${name}.wasm.ts`), await compileKernels(name));
  }
}
