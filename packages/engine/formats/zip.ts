import { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import type { ByteSource } from '../source.ts';
import { bounded, damaged, isAboutContent } from './expand.ts';
import { refused } from './refused.ts';

/** A file in an archive. Its name is shown to people, and is never a path. */
export interface ZipEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** More than any workbook has parts. */
const MOST_ENTRIES = 5000;

/**
 * The files of an archive, without folders and what systems add.
 * @throws DatasetError `damaged_file`; `not_csv` if it is encrypted or has too many files
 */
export async function readZip(source: ByteSource): Promise<ZipEntry[]> {
  const { default: yauzl } = await import('yauzl');
  const { fromRandomAccessReaderPromise, RandomAccessReader } = yauzl;
  class SourceReader extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(rangeOf(source, start, end), { objectMode: false });
    }
  }
  const entries: ZipEntry[] = [];
  const zip: ZipFile = await fromRandomAccessReaderPromise(new SourceReader(), source.sizeBytes, {
    autoClose: false,
    lazyEntries: true,
  }).catch(asDamaged);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.length > MOST_ENTRIES) throw refused('a ZIP archive of very many files');
      if (isOfSystem(entry.fileName)) continue;
      if (entry.isEncrypted()) throw refused('an encrypted ZIP archive');
      entries.push({
        name: entry.fileName,
        sizeBytes: entry.uncompressedSize,
        open: () => bounded(contentOf(zip, entry), entry.compressedSize, 'ZIP archive'),
      });
    }
  } catch (error) {
    throw asKnown(error);
  }
  return entries;
}

const isOfSystem = (name: string) =>
  name.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/.test(name);

async function* rangeOf(source: ByteSource, start: number, end: number) {
  for (let at = start; at < end; ) {
    const chunk = await source.read(at, Math.min(4 << 20, end - at));
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void> {
  try {
    yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw asKnown(error);
  }
}

const asKnown = (error: unknown) => (isAboutContent(error) ? damaged('ZIP archive') : error);

function asDamaged(error: unknown): never {
  throw asKnown(error);
}
