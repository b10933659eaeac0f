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
  /** Its bytes in the archive, if they are stored as they are. */
  readonly stored?: ByteSource;
}

/** More than any workbook has parts. */
const MOST_ENTRIES = 5000;

/**
 * The files of an archive, without folders and what systems add.
 * @throws DatasetError `damaged_file`; `not_csv` if it is encrypted or has too many files
 */
export async function readZip(archive: ByteSource): Promise<ZipEntry[]> {
  const source = readAhead(archive);
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
        ...(isStored(entry) && { stored: storedSource(source, entry) }),
        open: () => bounded(contentOf(zip, entry), entry.compressedSize, 'ZIP archive'),
      });
    }
  } catch (error) {
    throw asKnown(error);
  }
  return entries;
}

const isStored = ({ compressionMethod, compressedSize, uncompressedSize }: Entry) =>
  compressionMethod === 0 && compressedSize === uncompressedSize;

/** What a store sends in about the time that it takes to begin. */
const AHEAD_BYTES = 1 << 20;

/** Reads more than is asked for, so that small files which lie beside each other are read together. */
function readAhead(source: ByteSource): ByteSource {
  if (source.isLocal) return source;
  let ahead: { at: number; bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() };
  return {
    sizeBytes: source.sizeBytes,
    async read(offset, length) {
      if (length > AHEAD_BYTES / 2) return source.read(offset, length);
      const end = Math.min(offset + length, source.sizeBytes);
      if (offset < ahead.at || end > ahead.at + ahead.bytes.length) {
        ahead = { at: offset, bytes: await source.read(offset, AHEAD_BYTES) };
      }
      return ahead.bytes.slice(offset - ahead.at, end - ahead.at);
    },
  };
}

const HEADER_BYTES = 30;

/** The content of a file that is stored as it is. The header before it has fields of other lengths than the list of files. */
function storedSource(archive: ByteSource, entry: Entry): ByteSource {
  const { uncompressedSize: sizeBytes, relativeOffsetOfLocalHeader: at } = entry;
  let start: Promise<number> | undefined;
  const findStart = async () => {
    const header = Buffer.from(await archive.read(at, HEADER_BYTES));
    if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== 0x0403_4b50) {
      throw damaged('ZIP archive');
    }
    return at + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  };
  return {
    sizeBytes,
    ...(archive.isLocal && { isLocal: true }),
    async read(offset, length) {
      start ??= findStart();
      const most = Math.max(0, Math.min(length, sizeBytes - offset));
      return archive.read((await start) + offset, most);
    },
  };
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
