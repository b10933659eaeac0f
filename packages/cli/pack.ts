import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Program } from './bundle.ts';

/** The programs as a package that `npm install --global {address}.tgz` takes. */
export const packTools = (tools: Record<Program, string>): Promise<Buffer> =>
  packPackage(
    new URL('.', import.meta.url),
    Object.fromEntries(Object.entries(tools).map(([name, tool]) => [`${name}.mjs`, tool])),
    0o755,
  );

/**
 * A package as `npm install {address}.tgz` takes it. An installation serves it, so that nobody needs a registry.
 * @param folder where its `package.json` and `README.md` are
 * @param dist its files, by their paths below `dist/`
 */
export async function packPackage(
  folder: URL,
  dist: Readonly<Record<string, string>>,
  mode = 0o644,
): Promise<Buffer> {
  const text = (name: string) => readFile(new URL(name, folder), 'utf8');
  const [manifest, readme] = await Promise.all([text('package.json'), text('README.md')]);
  const { scripts, devDependencies, ...published } = JSON.parse(manifest);
  const entries = [
    entry('package.json', JSON.stringify(published, null, 2), 0o644),
    entry('README.md', readme, 0o644),
    ...Object.entries(dist).map(([name, content]) => entry(`dist/${name}`, content, mode)),
  ];
  // An archive ends with two empty blocks.
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]));
}

const blockBytes = 512;
/** As npm itself stamps files: the same sources make the same archive. */
const modifiedSeconds = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/**
 * A file of the package in the ustar format: a header, and the content filled up to whole blocks,
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
function entry(name: string, content: string, mode: number): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at);
  header.write(`package/${name}`, 0);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(bytes.length, 124, 11);
  octal(modifiedSeconds, 136, 11);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  // The sum counts its own field as spaces.
  header.fill(' ', 148, 156);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header.write('\0 ', 154);
  const padding = Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes);
  return Buffer.concat([header, bytes, padding]);
}
