import { createHash } from 'node:crypto';
import type { Embedder } from '#shared/embedder.ts';
import { getObject, putObject } from '../indexes-bucket.ts';

/** Bytes of the hash by which a text is known, and of the scale of its vector. */
const hashBytes = 16;
const scaleBytes = 4;
/** Rows of a file. */
const fileRows = 4096;

const fileOf = (folder: string, segment: number, file: number) =>
  `${folder}embedded-${String(segment).padStart(5, '0')}-${String(file).padStart(5, '0')}.bin`;

/** Another model, or other dimensions, give another vector. */
const hashOf = ({ model, dimensions }: Embedder, text: string) =>
  createHash('sha256').update(`${model}\n${dimensions}\n${text}`).digest().subarray(0, hashBytes);

/** A vector as bytes and their scale, as indexes store it. */
function pack(hash: Uint8Array, vector: readonly number[]): Buffer {
  const scale = Math.max(...vector.map(Math.abs)) / 127 || 1;
  const row = Buffer.alloc(hashBytes + scaleBytes + vector.length);
  row.set(hash);
  row.writeFloatLE(scale, hashBytes);
  for (const [i, x] of vector.entries()) {
    row.writeInt8(Math.round(x / scale), hashBytes + scaleBytes + i);
  }
  return row;
}

const unpack = (row: Buffer): number[] => {
  const scale = row.readFloatLE(hashBytes);
  const values = row.subarray(hashBytes + scaleBytes);
  return Array.from(
    new Int8Array(values.buffer, values.byteOffset, values.length),
    (x) => x * scale,
  );
};

/**
 * The vectors of a segment's texts by hash: those of an earlier build and of an interrupted run of this step, so that only new texts
 * cost something. Files are written as vectors come, and stand with the segment.
 */
export class KeptVectors {
  readonly #embedder: Embedder;
  readonly #folder: string;
  readonly #segment: number;
  readonly #rows = new Map<string, Buffer>();
  /** Hashes of what stands in the files of this build, or waits for it. */
  readonly #written = new Set<string>();
  #unwritten: Buffer[] = [];
  #files = 0;

  private constructor(embedder: Embedder, folder: string, segment: number) {
    this.#embedder = embedder;
    this.#folder = folder;
    this.#segment = segment;
  }

  /** @param before folder of the version that serves. Rows move little: its neighbouring segments are read, too */
  static async open(
    embedder: Embedder,
    folder: string,
    segment: number,
    before: string | undefined,
  ): Promise<KeptVectors> {
    const kept = new KeptVectors(embedder, folder, segment);
    kept.#files = await kept.#read(folder, segment);
    for (const key of kept.#rows.keys()) kept.#written.add(key);
    if (before) {
      for (const near of [segment - 1, segment, segment + 1]) await kept.#read(before, near);
    }
    return kept;
  }

  /** @returns the number of files */
  async #read(folder: string, segment: number): Promise<number> {
    const rowBytes = hashBytes + scaleBytes + this.#embedder.dimensions;
    for (let file = 0; ; file++) {
      const bytes = segment < 0 ? undefined : await getObject(fileOf(folder, segment, file));
      if (!bytes) return file;
      // Of a model with other dimensions: no hash would be found.
      if (bytes.length % rowBytes > 0) continue;
      const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = 0; at < all.length; at += rowBytes) {
        const row = all.subarray(at, at + rowBytes);
        this.#rows.set(row.toString('latin1', 0, hashBytes), row);
      }
    }
  }

  /**
   * Vectors of texts. Those that are not known are asked for.
   * @param ask gives the vectors of some texts, undefined for those that it cannot have
   */
  async of(
    texts: readonly string[],
    ask: (missing: readonly string[]) => Promise<(readonly number[] | undefined)[]>,
  ): Promise<(readonly number[] | undefined)[]> {
    const hashes = texts.map((text) => hashOf(this.#embedder, text));
    const keys = hashes.map((hash) => hash.toString('latin1'));
    const missing = new Map(
      texts.flatMap((text, i) =>
        this.#rows.has(keys[i]!) ? [] : [[keys[i]!, { text, hash: hashes[i]! }]],
      ),
    );
    const asked = [...missing.values()];
    const found = asked.length > 0 ? await ask(asked.map(({ text }) => text)) : [];
    for (const [i, { hash }] of asked.entries()) {
      const vector = found[i];
      if (vector) this.#rows.set(hash.toString('latin1'), pack(hash, vector));
    }
    for (const key of new Set(keys)) {
      const row = this.#rows.get(key);
      if (!row || this.#written.has(key)) continue;
      this.#written.add(key);
      this.#unwritten.push(row);
    }
    while (this.#unwritten.length >= fileRows) await this.#write(fileRows);
    return keys.map((key) => {
      const row = this.#rows.get(key);
      return row && unpack(row);
    });
  }

  async #write(count: number): Promise<void> {
    const rows = this.#unwritten.splice(0, count);
    await putObject(fileOf(this.#folder, this.#segment, this.#files++), Buffer.concat(rows));
  }

  /** Writes the last vectors. */
  async finish(): Promise<void> {
    if (this.#unwritten.length > 0) await this.#write(this.#unwritten.length);
  }
}
