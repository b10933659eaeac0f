import { promisify } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type LocalFileHeader, type ZipFile } from 'yauzl';
import { readTextImage } from './image-files.ts';
import { countedBytes, inflate } from './inflate.ts';
import { InputError } from './input-error.ts';
import type { OpenImage, Text } from './text.ts';

const STORED = 0;
const DEFLATED = 8;
const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

const isText = /\.(xml|sgml?|jsonl?|ndjson|txt|greenbook)$/i;
const isImage = /\.tiff?$/i;
const isArchive = /\.(zip|tar|gz|tgz|bz2|7z|rar)$/i;

/**
 * The texts of an archive, in order, each with the images of the archive. Entries that are not read for a reason (an archive
 * in the archive, a path that leads out of it, a list of entries that lies) are texts with that reason.
 */
export async function zipTexts(path: string): Promise<Text[]> {
  let zip: ZipFile;
  try {
    // Names are decoded here: yauzl would refuse the whole archive for one bad name.
    zip = await openZip(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch (error) {
    const { message } = error as Error;
    // A download that was cut off is to be repeated, not left out.
    if (message.startsWith('End of central directory')) {
      throw new InputError(path, `is not a whole zip archive (${message})`, { cause: error });
    }
    return [refused(message)];
  }
  try {
    const texts: Text[] = [];
    const images = new Map<string, OpenImage>();
    const image = async (name: string) => images.get(name.toLowerCase())?.();
    const found: Found[] = [];
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (!name.endsWith('/')) found.push({ entry, name, start: await startOf(zip, entry) });
    }
    const shared = overlapping(found);
    for (const one of found) {
      const { entry, name, start } = one;
      const isLie = start === undefined || shared.has(one);
      const refusal = refusalOf(entry, name) ?? (isLie && isText.test(name) ? lies : undefined);
      if (refusal) texts.push({ ...notRead, entry: name, refusal });
      else if (isLie) continue;
      else if (isText.test(name)) texts.push(entryText(path, entry, name, start, image));
      else if (isImage.test(name)) {
        images.set(baseName(name), () => entryImage(path, entry, name, start));
      }
    }
    if (texts.length > 0) return texts;
    return [{ ...notRead, refusal: 'The archive has no text in it (.xml, .json or .txt).' }];
  } catch (error) {
    if (error instanceof InputError) throw error;
    return [refused((error as Error).message)];
  } finally {
    zip.close();
  }
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);

const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

function refusalOf(entry: Entry, name: string): string | undefined {
  if (yauzl.validateFileName(name)) return 'The entry has a path that leads out of the archive.';
  if (isArchive.test(name)) return 'The entry is an archive. Unpack the outer archive first.';
  if (!isText.test(name)) return undefined;
  if (entry.isEncrypted()) return 'The entry is encrypted.';
  if (entry.compressionMethod !== DEFLATED && entry.compressionMethod !== STORED) {
    return 'The entry is compressed in an unusual way. Unpack it and give the file.';
  }
  return undefined;
}

interface Found {
  readonly entry: Entry;
  readonly name: string;
  /** Where its data begin; absent if the archive contradicts itself. */
  readonly start: number | undefined;
}

/** Entries whose data begin within those of another: so a small archive would unpack to any size. */
function overlapping(found: readonly Found[]): Set<Found> {
  const shared = new Set<Found>();
  let last: (Found & { readonly start: number }) | undefined;
  for (const one of found.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    const { entry, start } = one;
    if (start === undefined || entry.compressedSize === 0) continue;
    if (last && start < last.start + last.entry.compressedSize) shared.add(one);
    else last = { ...one, start };
  }
  return shared;
}

const lies = 'The archive contradicts itself about the entry: it is damaged, or made to deceive.';

/**
 * Where the data of an entry begins; undefined if the header before them says otherwise than the list at the end of the archive, by
 * which entries are read.
 */
async function startOf(zip: ZipFile, entry: Entry): Promise<number | undefined> {
  try {
    const header = await zip.readLocalFileHeaderPromise(entry);
    return isSame(header, entry) ? header.fileDataStart : undefined;
  } catch {
    // There is no entry, or it is longer than the archive.
    return undefined;
  }
}

const ENCRYPTED = 1;
/** Set if the sizes follow the data: those of the header are 0. */
const SIZES_FOLLOW = 8;
/** Size of an entry whose true one stands in a further field. */
const LARGE = 0xffffffff;

function isSame(header: LocalFileHeader, entry: Entry): boolean {
  const isLater = (header.generalPurposeBitFlag & SIZES_FOLLOW) !== 0;
  const agrees = (here: number, there: number) =>
    here === there || here === LARGE || (isLater && here === 0);
  return (
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod &&
    (header.generalPurposeBitFlag & ENCRYPTED) === (entry.generalPurposeBitFlag & ENCRYPTED) &&
    agrees(header.crc32, entry.crc32) &&
    agrees(header.compressedSize, entry.compressedSize) &&
    agrees(header.uncompressedSize, entry.uncompressedSize) &&
    (entry.compressionMethod !== STORED || entry.compressedSize === entry.uncompressedSize)
  );
}

/** A text that is not read. */
const notRead = {
  open: () => ({ chunks: [], consumedBytes: () => 0, restartBefore: () => undefined }),
};

/** An archive of which nothing is read. */
const refused = (problem: string): Text => ({
  ...notRead,
  refusal: `The archive is damaged, or made to deceive: its list of entries cannot be read (${problem}).`,
});

function entryText(
  path: string,
  entry: Entry,
  name: string,
  start: number,
  image: Text['image'],
): Text {
  return {
    entry: name,
    image,
    open(offset) {
      const { chunks, count } = entryBytes(path, entry, name, start);
      return {
        chunks: from(offset, chunks),
        consumedBytes: count,
        restartBefore: () => undefined,
      };
    },
  };
}

const entryImage = async (path: string, entry: Entry, name: string, start: number) =>
  readTextImage(entry.uncompressedSize, entryBytes(path, entry, name, start).chunks);

function entryBytes(path: string, entry: Entry, name: string, start: number) {
  const raw = countedBytes(path, start, entry.compressedSize);
  const chunks =
    entry.compressionMethod === STORED
      ? (raw.stream as AsyncIterable<Uint8Array>)
      : inflate(path, raw.stream, createInflateRaw({ chunkSize: 1 << 18 }), 0);
  return { chunks: checked(path, entry, name, chunks), count: raw.count };
}

/** Passes the chunks through and verifies size and checksum at the end. */
async function* checked(
  path: string,
  entry: Entry,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
) {
  let crc = 0;
  let size = 0;
  for await (const chunk of chunks) {
    crc = crc32(chunk, crc);
    size += chunk.length;
    if (size > entry.uncompressedSize) break;
    yield chunk;
  }
  if (crc !== entry.crc32 || size !== entry.uncompressedSize) {
    throw new InputError(path, `is damaged: the checksum of ${name} does not match`);
  }
}

async function* from(offset: number, chunks: AsyncIterable<Uint8Array>) {
  let unwanted = offset;
  for await (const chunk of chunks) {
    if (unwanted < chunk.length) yield chunk.subarray(unwanted);
    unwanted = Math.max(0, unwanted - chunk.length);
  }
}
