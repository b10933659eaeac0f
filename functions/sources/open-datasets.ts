/** Datasets of the organization that become one: an archive of their files. */
import { createHash } from 'node:crypto';
import { archivedFiles, type ByteSource, DatasetError } from '#engine';
import { fileNameOf, findOwnFile, ownSource } from '#functions/datasets/index.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { changedMeanwhile } from './open-address.ts';
import type { Remote, RemoteFile } from './remote.ts';
import { SourceProblem } from './source-problem.ts';

/** Bytes that are read at once. */
const chunkBytes = 4 << 20;

/**
 * Opens datasets, in their order. The files of an archive are taken out of it, because archives are not read within archives.
 * Parameters and errors as of `openAddress`.
 */
export async function openDatasets(
  keys: readonly string[],
  orgId: string,
  known: string | undefined,
  begun: string | undefined,
): Promise<Remote | undefined> {
  const found = await Promise.all(
    keys.map(async (key) => {
      const file = await findOwnFile(orgId, key);
      if (!file) throw new SourceProblem(`There is no dataset ${fileNameOf(key)} any more.`);
      return { key, ...file };
    }),
  );
  const versions = JSON.stringify(found.map(({ key, eTag }) => [key, eTag]));
  const version = createHash('sha256').update(versions).digest('hex');
  if (version === known && begun === undefined) return undefined;
  if (begun !== undefined && version !== begun) throw changedMeanwhile();
  const opened = await Promise.all(
    found.map(({ key, ...file }) => filesOf(fileNameOf(key), ownSource(key, file))),
  );
  const files = opened.flatMap((inside, i) =>
    inside.map((file) => ({ ...file, name: `${numbered(i)}/${file.name}` })),
  );
  if (files.length > limits.sourceFilesMax) {
    throw new SourceProblem(
      `The datasets have ${files.length} files, which are more than ${limits.sourceFilesMax.toLocaleString('en')}.`,
    );
  }
  if (files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) > limits.convertedMaxBytes) {
    throw new SourceProblem(
      `Together the datasets have more than ${formatBytes(limits.convertedMaxBytes)}, which is the most that several files may have as one table.`,
    );
  }
  return { version, isArchive: true, isResumable: true, close: () => undefined, files };
}

/** Files of an archive are read in the order of their names. What begins with a dot would be left out, as files of systems are. */
const numbered = (position: number) => String(position + 1).padStart(2, '0');
const shown = (name: string) => name.replace(/^\.+/, '');

async function filesOf(name: string, source: ByteSource): Promise<RemoteFile[]> {
  const inside = await archivedFiles(source).catch((error: unknown): never => {
    throw told(error, name);
  });
  if (!inside) {
    const { sizeBytes } = source;
    return [{ name: shown(name), sizeBytes, read: async (offset) => rest(source, offset) }];
  }
  return inside.map((entry) => ({
    name: `${shown(name)}/${entry.name}`,
    sizeBytes: entry.sizeBytes,
    read: async (offset) =>
      entry.stored ? rest(entry.stored, offset) : expanded(entry.open(), offset, name),
  }));
}

async function* rest(source: ByteSource, offset: number) {
  for (let at = offset; at < source.sizeBytes; ) {
    const bytes = await source.read(at, Math.min(chunkBytes, source.sizeBytes - at));
    at += bytes.length;
    yield bytes;
  }
}

/** Compressed files are read from their beginning. */
async function* expanded(chunks: AsyncIterable<Uint8Array>, offset: number, name: string) {
  let before = offset;
  try {
    for await (const chunk of chunks) {
      const bytes = chunk.subarray(Math.min(before, chunk.length));
      before -= chunk.length - bytes.length;
      if (bytes.length > 0) yield bytes;
    }
  } catch (error) {
    throw told(error, name);
  }
}

const told = (error: unknown, name: string) =>
  error instanceof DatasetError ? new SourceProblem(`${name}: ${error.message}`) : error;
