import {
  abortMultipartUpload,
  createMultipartUpload,
  type MultipartRef,
  uploadPart,
} from '#functions/datasets/index.ts';
import { problemOf } from './ask-address.ts';
import { bytesFrom, type Position, passed, totalOf } from './container.ts';
import { tooLarge } from './open-address.ts';
import type { Remote } from './remote.ts';
import { SourceProblem } from './source-problem.ts';
import { sourceSettings } from './source-settings.ts';
import { heldChange, type SourceRecord, type SourceWork } from './sources.ts';

export const uploadOf = (record: SourceRecord, work: SourceWork): MultipartRef => ({
  file_key: record.file_key,
  multipart_id: work.multipart_id,
});

const silent = () =>
  new SourceProblem('The server is too slow: it sends less than 50 KB a second.', {
    mayPass: true,
  });

/** Passes bytes on. Each part has a time, however often a byte of it comes. */
class PartClock {
  #expired = Promise.withResolvers<never>();
  #timer: NodeJS.Timeout | undefined;

  begin(): void {
    clearTimeout(this.#timer);
    const expired = Promise.withResolvers<never>();
    // Nobody may be waiting when it expires.
    expired.promise.catch(() => undefined);
    this.#expired = expired;
    this.#timer = setTimeout(() => expired.reject(silent()), sourceSettings.partMs);
  }

  within<T>(wait: Promise<T>): Promise<T> {
    return Promise.race([wait, this.#expired.promise]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Stores parts of a dataset until all are stored or the turn is over.
 * @param limits until when the turn is, in milliseconds since 1970, and how many bytes the dataset may have
 * @returns what is stored of it, if it is all or must go on in another turn; undefined if this worker has lost the source
 * @throws SourceProblem
 */
export async function fetchParts(
  record: SourceRecord,
  uploaderId: string,
  remote: Remote,
  { until, mostBytes }: { until: number; mostBytes: number },
): Promise<{ work: SourceWork; isWhole: boolean } | undefined> {
  const { partBytes } = sourceSettings;
  const total = totalOf(remote);
  const isMore = () =>
    total === undefined
      ? tooLarge(mostBytes)
      : new SourceProblem('The server sends more than it has said.');
  if (total !== undefined && total > mostBytes) throw tooLarge(mostBytes);
  const held = await begunWork(record, uploaderId, remote, total);
  if (!held) return undefined;
  let work = held;
  const position: Position = { bytes: work.bytes, crcs: [...work.crcs], crc: work.crc };
  let part: Uint8Array[] = [];
  let size = 0;
  const clock = new PartClock();

  /** @returns whether this worker still holds the source */
  const store = async (): Promise<boolean> => {
    clock.end();
    await uploadPart(uploadOf(record, work), work.parts + 1, Buffer.concat(part));
    part = [];
    size = 0;
    const { bytes, crcs, crc } = position;
    work = { ...work, parts: work.parts + 1, bytes, crcs: [...crcs], crc };
    clock.begin();
    return (await heldChange(record, { work, tries: 0 })) !== undefined;
  };

  const pieces = bytesFrom(remote, position);
  clock.begin();
  try {
    for (;;) {
      const next = await clock.within(pieces.next());
      if (next.done) break;
      const { bytes, isContent } = next.value;
      for (let at = 0; at < bytes.length; ) {
        const taken = bytes.subarray(at, at + partBytes - size);
        at += taken.length;
        part.push(taken);
        size += taken.length;
        passed(position, taken, isContent);
        if (position.bytes > (total ?? mostBytes)) throw isMore();
        if (size < partBytes) continue;
        if (!(await store())) return undefined;
        const isOver = Date.now() >= until;
        if (isOver && remote.isResumable) return { work, isWhole: false };
        if (isOver) throw tooLong();
      }
    }
    if (total !== undefined && position.bytes !== total) {
      throw new SourceProblem('The server ended the file too early.', { mayPass: true });
    }
    if (position.bytes === 0) throw new SourceProblem('The file is empty.');
    if (size > 0 && !(await store())) return undefined;
    return { work, isWhole: true };
  } catch (error) {
    throw isOfStore(error) ? error : problemOf(error);
  } finally {
    clock.end();
    // Not awaited: it would wait for a server that is silent.
    pieces.return().catch(() => undefined);
  }
}

const tooLong = () =>
  new SourceProblem(
    'The server sends the file as a whole only, and that takes too long. Upload it with the command-line tool.',
  );

/** Errors of our own services have this of the SDK. */
const isOfStore = (error: unknown) => '$metadata' in (error as object);

/** What is stored, or a new upload. A file that cannot be read on begins anew. */
async function begunWork(
  record: SourceRecord,
  uploaderId: string,
  remote: Remote,
  total: number | undefined,
): Promise<SourceWork | undefined> {
  const { work, file_key } = record;
  if (work && remote.isResumable) return work;
  if (work) await abortMultipartUpload(uploadOf(record, work));
  const begun: SourceWork = {
    multipart_id: await createMultipartUpload(file_key, uploaderId),
    version: remote.version,
    parts: 0,
    bytes: 0,
    ...(total !== undefined && { total }),
    crcs: [],
    crc: 0,
  };
  if (await heldChange(record, { work: begun })) return begun;
  await abortMultipartUpload(uploadOf(record, begun));
  return undefined;
}
