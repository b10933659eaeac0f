import * as z from 'zod';
import * as engine from '#engine';
import { formatBytes, limits } from '#shared/limits.ts';
import { buildFiles } from './build-files.ts';
import { getObject, putObject } from './indexes-bucket.ts';

const partBytes = 32 << 20;

/** A dataset as UTF-8, in the folder of the build. All parts but the last have the same size. */
export const normalizedDataset = z.object({ sizeBytes: z.int() });

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
  let sizeBytes = 0;
  let part = Buffer.alloc(0);
  const write = async (bytes: Buffer) => {
    await putObject(folder + buildFiles.datasetPart(Math.floor(sizeBytes / partBytes)), bytes);
    sizeBytes += bytes.length;
  };
  for await (const chunk of engine.toUtf8(source, encoding)) {
    part = Buffer.concat([part, chunk]);
    while (part.length >= partBytes) {
      await write(part.subarray(0, partBytes));
      part = part.subarray(partBytes);
    }
  }
  if (part.length > 0) await write(part);
  return { sizeBytes };
}

/** Those parts as one source of ranges. */
export function normalizedSource(
  folder: string,
  { sizeBytes }: NormalizedDataset,
): engine.ByteSource {
  // Steps read forward, each part several times.
  let held: { part: number; bytes: Promise<Uint8Array> } | undefined;
  const read = (part: number) => {
    if (held?.part !== part) held = { part, bytes: readPart(folder, part) };
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

async function readPart(folder: string, part: number): Promise<Uint8Array> {
  const bytes = await getObject(folder + buildFiles.datasetPart(part));
  if (!bytes) throw new Error(`Part ${part} of the dataset in ${folder} is missing`);
  return bytes;
}
