/** The bytes of a dataset as they are stored: one file as it is, or an archive of several. They can be read on from any byte. */
import { crc32 } from 'node:zlib';
import { descriptorOf, directoryOf, localHeader, type StoredFile } from '#shared/stored-zip.ts';
import type { Remote } from './remote.ts';

/** How far the bytes are, with the checksums that an archive needs. */
export interface Position {
  bytes: number;
  crcs: number[];
  crc: number;
}

/** Bytes that follow each other. `isContent`: those of a file, which count for its checksum. */
export interface Piece {
  bytes: Uint8Array;
  isContent: boolean;
}

/** Moves a position behind bytes of a piece. */
export function passed(position: Position, bytes: Uint8Array, isContent: boolean): void {
  position.bytes += bytes.length;
  if (isContent) position.crc = crc32(bytes, position.crc);
}

/** Bytes of the whole, if it is known. */
export function totalOf({ files, isArchive }: Remote): number | undefined {
  if (!isArchive) return files[0]!.sizeBytes;
  const stored = files.map(({ name, sizeBytes = 0 }) => ({ name, sizeBytes, crc: 0 }));
  const framed = stored.reduce(
    (sum, file) => sum + localHeader(file.name).length + file.sizeBytes + descriptorOf(file).length,
    0,
  );
  return framed + directoryOf(stored).length;
}

/**
 * The bytes from a position on. Whoever takes a piece moves the position behind all of it before the next.
 * @throws SourceProblem
 */
export async function* bytesFrom(remote: Remote, position: Position): AsyncGenerator<Piece, void> {
  const { files, isArchive } = remote;
  if (!isArchive) {
    for await (const bytes of await files[0]!.read(position.bytes)) {
      yield { bytes, isContent: false };
    }
    return;
  }
  let at = 0;
  /** The rest of bytes that stand here, if there is one. */
  function* frame(bytes: Uint8Array): Generator<Piece> {
    const end = at + bytes.length;
    if (position.bytes < end) {
      yield { bytes: bytes.subarray(Math.max(0, position.bytes - at)), isContent: false };
    }
    at = end;
  }
  const stored: StoredFile[] = [];
  for (const [i, { name, sizeBytes = 0, read }] of files.entries()) {
    yield* frame(localHeader(name));
    const end = at + sizeBytes;
    if (position.bytes < end) {
      for await (const bytes of await read(position.bytes - at)) yield { bytes, isContent: true };
    }
    if (position.crcs.length === i) {
      position.crcs.push(position.crc);
      position.crc = 0;
    }
    at = end;
    const file = { name, sizeBytes, crc: position.crcs[i]! };
    stored.push(file);
    yield* frame(descriptorOf(file));
  }
  yield* frame(directoryOf(stored));
}
