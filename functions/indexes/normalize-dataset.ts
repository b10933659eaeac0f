import * as z from 'zod';
import * as engine from '#engine';
import { formatBytes, limits } from '#shared/limits.ts';
import { buildFiles } from './build-files.ts';
import { getObject, putObject } from './indexes-bucket.ts';

const partBytes = 32 << 20;

/** A dataset as text in UTF-8, in the folder of the build. All parts but the last have the same size. */
export const normalizedDataset = z.object({
  sizeBytes: z.int(),
  /** How it is read, if it was in another format than CSV. */
  form: engine.recordsForm.optional(),
  /** Whether it has the changes that the index has got. */
  isChanged: z.literal(true).optional(),
  /** Of a dataset with changes: what the file that it comes from says of its columns. */
  types: engine.recordsForm.shape.types.optional(),
});

type NormalizedDataset = z.infer<typeof normalizedDataset>;

/**
 * Writes a dataset in another encoding as UTF-8 into the folder of the build, so that every later step reads the
 * same bytes. A repeated call writes the same parts.
 */
export async function normalizeDataset(
  folder: string,
  source: engine.ByteSource,
  encoding: engine.Encoding,
): Promise<NormalizedDataset> {
  if (source.sizeBytes > limits.otherEncodingMaxBytes) {
    throw new engine.DatasetError(
      'wrong_encoding',
      `Files over ${formatBytes(limits.otherEncodingMaxBytes)} must be in UTF-8. Convert the file and upload it again.`,
    );
  }
  const chunks = engine.toUtf8(source, encoding);
  return { sizeBytes: await writeParts(chunks, (part) => folder + buildFiles.datasetPart(part)) };
}

/**
 * Writes a dataset in another format, or a packed one, as text in UTF-8 into the folder of the build, in the same way.
 * @throws DatasetError `too_large` if it has more text than a step can write and read in its time
 */
export async function convertDataset(
  folder: string,
  file: engine.PackedFile,
  encoding: engine.Encoding | undefined,
): Promise<NormalizedDataset> {
  const { chunks, form } = await file.convert(encoding);
  const nameOf = (part: number) => folder + buildFiles.datasetPart(part);
  const sizeBytes = await writeParts(upTo(chunks, limits.convertedMaxBytes), nameOf);
  return { sizeBytes, form: form?.() };
}

async function* upTo(chunks: AsyncIterable<Uint8Array>, most: number) {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) {
      throw new engine.DatasetError(
        'too_large',
        `The file has more than ${formatBytes(most)} of text. Upload it as plain CSV in UTF-8, or in several files.`,
      );
    }
    yield chunk;
  }
}

/** Writes a dataset with the changes that its index has got into the folder of the build, like `normalizeDataset`. */
export async function writeChangedDataset(
  folder: string,
  chunks: AsyncIterable<Uint8Array>,
  types: engine.RecordsForm['types'] | undefined,
): Promise<NormalizedDataset> {
  const nameOf = (part: number) => folder + buildFiles.changedPart(part);
  return { sizeBytes: await writeParts(chunks, nameOf), isChanged: true, types };
}

/** The bytes of a dataset, part by part. */
export async function* partsOf(source: engine.ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.sizeBytes; at += partBytes) {
    yield source.read(at, Math.min(partBytes, source.sizeBytes - at));
  }
}

/** @returns bytes of all parts */
async function writeParts(
  chunks: AsyncIterable<Uint8Array>,
  keyOf: (part: number) => string,
): Promise<number> {
  let sizeBytes = 0;
  let part = Buffer.alloc(0);
  const write = async (bytes: Buffer) => {
    await putObject(keyOf(Math.floor(sizeBytes / partBytes)), bytes);
    sizeBytes += bytes.length;
  };
  for await (const chunk of chunks) {
    part = Buffer.concat([part, chunk]);
    while (part.length >= partBytes) {
      await write(part.subarray(0, partBytes));
      part = part.subarray(partBytes);
    }
  }
  if (part.length > 0) await write(part);
  return sizeBytes;
}

/** Those parts as one source of ranges. */
export function normalizedSource(
  folder: string,
  { sizeBytes, isChanged }: NormalizedDataset,
): engine.ByteSource {
  const nameOf = isChanged ? buildFiles.changedPart : buildFiles.datasetPart;
  // Steps read forward, each part several times.
  let held: { part: number; bytes: Promise<Uint8Array> } | undefined;
  const read = (part: number) => {
    if (held?.part !== part) held = { part, bytes: readPart(folder + nameOf(part)) };
    return held.bytes;
  };
  return {
    sizeBytes,
    async read(offset, length) {
      const end = Math.min(offset + length, sizeBytes);
      const pieces: Uint8Array[] = [];
      for (let at = offset; at < end; ) {
        const part = Math.floor(at / partBytes);
        const bytes = await read(part);
        const start = at - part * partBytes;
        const piece = bytes.subarray(start, start + end - at);
        pieces.push(piece);
        at += piece.length;
      }
      // The caller may change the returned bytes.
      return Buffer.concat(pieces);
    },
  };
}

async function readPart(key: string): Promise<Uint8Array> {
  const bytes = await getObject(key);
  if (!bytes) throw new Error(`The part ${key} of a dataset is missing`);
  return bytes;
}
