import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import * as structures from './structures.ts';

/**
 * Compiles each source of assembly/ to a TypeScript module with the binary as base64: `node
 * packages/engine/kernels/compile.ts`. The kernels of searches are there twice, with relaxed instructions
 * and without, together compressed by DEFLATE.
 */
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Kernel sources, and the export name of each compiled binary. */
export const SOURCES = { kernels: 'KERNELS_WASM', scan: 'SCAN_WASM' } as const;

/** The structures and constants of structures.ts in AssemblyScript. */
function declarations(): string {
  const lines = Object.entries(structures).map(([name, value]) => {
    if (typeof value === 'number') return `const ${name}: u32 = ${value};\n`;
    const { length: _, ...places } = value;
    return `@unmanaged class ${name} { ${Object.keys(places).join(': u32; ')}: u32; }\n`;
  });
  return lines.join('');
}

/** What is used of the compiler. Its own types would declare the globals of AssemblyScript everywhere. */
interface Compiler {
  main(
    options: readonly string[],
    files: {
      readFile(name: string): string | null;
      writeFile(name: string, contents: Uint8Array | string): void;
      listFiles(): string[];
    },
  ): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

/**
 * Without the runtime of AssemblyScript: kernels work on addresses only. At higher levels the optimizer takes
 * unrolled loops apart.
 */
const BARE =
  '-O1 --runtime stub --noAssert --initialMemory 1 --enable simd --enable relaxed-simd'.split(' ');

/** Memory of kernels on several threads: it is made by JavaScript. */
const SHARED_MEMORY =
  '--importMemory --noExportMemory --sharedMemory --maximumMemory 65536 --enable threads'.split(
    ' ',
  );

/**
 * What comments ask for. `// @inline` before a function makes it a part of its callers. `// @times 4` repeats
 * the next line or block, with 0 to 3 for `$`. (As a decorator and a macro they would be no TypeScript.)
 */
function expand(text: string): string {
  return text
    .replaceAll(/^\/\/ @inline$/gm, '@inline')
    .replaceAll(
      /^( *)\/\/ @times (\d)\n(\1\{\n[\s\S]*?\n\1\}\n|.*\n)/gm,
      (_, _indent: string, times: string, code: string) =>
        Array.from({ length: Number(times) }, (_, i) => code.replaceAll('$', `${i}`)).join(''),
    );
}

/** Compiles AssemblyScript. Also warnings are errors. */
export async function compileAssembly(text: string, options: readonly string[] = []) {
  const { default: compiler } = await import(import.meta.resolve('assemblyscript/asc'));
  let binary = new Uint8Array();
  const { error, stderr } = await (compiler as Compiler).main(
    ['source.ts', '--outFile', 'binary.wasm', ...BARE, ...options],
    {
      readFile: (name) => (name === 'source.ts' ? expand(text) : null),
      writeFile: (name, contents) => {
        if (name === 'binary.wasm') binary = Buffer.from(contents);
      },
      listFiles: () => [],
    },
  );
  const problems = stderr.toString();
  if (error || problems) throw new Error(problems, { cause: error });
  return binary;
}

/** A line for each exported function, with the names of its parameters. */
function parametersOf(text: string): string {
  const heads = text.matchAll(/^export function (\w+)\(([^)]*)\)/gm);
  const lines = Array.from(heads, ([, name, parameters]) => {
    const names = Array.from(parameters!.matchAll(/(\w+):/g), ([, parameter]) => `'${parameter}'`);
    return `  ${name}: [${names.join(', ')}],\n`;
  });
  return lines.join('');
}

/** Source of the TypeScript module for a kernel. */
export async function compileKernels(name: keyof typeof SOURCES): Promise<string> {
  const text = await readFile(path(`./assembly/${name}.ts`), 'utf8');
  const whole = declarations() + text;
  const asText = (bytes: Buffer) =>
    `export const ${SOURCES[name]} =\n  '${bytes.toString('base64')}';\n`;
  const exports: string[] = [];
  if (name === 'kernels') {
    exports.push(asText(Buffer.from(await compileAssembly(whole, SHARED_MEMORY))));
    exports.push(`export const KERNEL_PARAMETERS = {\n${parametersOf(text)}} as const;\n`);
  } else {
    const binary = await compileAssembly(whole);
    // Indices are always inside the table, so both instructions give the same bits.
    const relaxed = await compileAssembly(
      whole.replaceAll('i8x16.swizzle', 'i8x16.relaxed_swizzle'),
    );
    // Both differ little, and every function that searches has them in its bundle.
    exports.push(asText(deflateRawSync(Buffer.concat([relaxed, binary]), { level: 9 })));
    exports.push(`export const RELAXED_BYTES = ${relaxed.length};\n`);
  }
  const head = `/** Compiled from assembly/${name}.ts by compile.ts; a test keeps the two together. */`;
  return `${head}\n${exports.join('\n')}`;
}

if (process.argv[1] === path('./compile.ts')) {
  for (const name of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
    await writeFile(path(`./${name}.wasm.ts`), await compileKernels(name));
  }
}
