import { promisify } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { countedBytes, inflate } from './inflate.ts';
import { InputError } from './input-error.ts';
import type { Text } from './text.ts';

const DEFLATED = 8;
const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/** The XML and JSON entries of an archive, in order. */
export async function zipTexts(path: string): Promise<Text[]> {
  let zip: ZipFile;
  try {
    zip = await openZip(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw new InputError(path, `is no whole zip archive (${(error as Error).message})`, {
      cause: error,
    });
  }
  try {
    const texts: Text[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!/\.(xml|jsonl?|ndjson)$/i.test(entry.fileName)) continue;
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      texts.push(entryText(path, entry, fileDataStart));
    }
    if (texts.length === 0)
      throw new InputError(path, 'has no .xml or .json file in it', { advice: 'Leave it out' });
    return texts;
  } finally {
    zip.close();
  }
}

function entryText(path: string, entry: Entry, start: number): Text {
  if (entry.isEncrypted() || entry.compressionMethod !== DEFLATED) {
    throw new InputError(path, `holds ${entry.fileName} encrypted or in an unusual compression`, {
      advice: 'Unpack it and give the file that was in it',
    });
  }
  return {
    entry: entry.fileName,
    open(offset) {
      const raw = countedBytes(path, start, entry.compressedSize);
      const decompressor = createInflateRaw({ chunkSize: 1 << 18 });
      const whole = checked(path, entry, inflate(path, raw.stream, decompressor, 0));
      return {
        chunks: from(offset, whole),
        consumedBytes: raw.count,
        restartBefore: () => undefined,
      };
    },
  };
}

/** Passes the chunks through and verifies size and checksum at the end. */
async function* checked(path: string, entry: Entry, chunks: AsyncIterable<Uint8Array>) {
  let crc = 0;
  let size = 0;
  for await (const chunk of chunks) {
    crc = crc32(chunk, crc);
    size += chunk.length;
    yield chunk;
  }
  if (crc !== entry.crc32 || size !== entry.uncompressedSize) {
    throw new InputError(path, `is damaged: the checksum of ${entry.fileName} does not match`);
  }
}

async function* from(offset: number, chunks: AsyncIterable<Uint8Array>) {
  let unwanted = offset;
  for await (const chunk of chunks) {
    if (unwanted < chunk.length) yield chunk.subarray(unwanted);
    unwanted = Math.max(0, unwanted - chunk.length);
  }
}
