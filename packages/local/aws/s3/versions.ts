import type { SqliteFile } from '#local/aws/sqlite-file.ts';
import type { Blob } from './blob-files.ts';

/** An object without its bytes. */
export interface StoredObject {
  key: string;
  etag: string;
  sizeBytes: number;
  /** Milliseconds since the epoch, rounded to whole seconds as in HTTP. */
  modified: number;
  /** Headers to answer with: content type and metadata. */
  headers: Record<string, string>;
  blobs: Blob[];
}

/** The header that names a version. It is stored with the others. */
export const versionHeader = 'x-amz-version-id';

/** Id of an object's version. An object from before versioning has the id `null`, as in S3. */
export const versionOf = ({ headers }: StoredObject): string => headers[versionHeader] ?? 'null';

const schema = `
  create table if not exists versions (
    bucket text not null, key text not null, id text not null, replaced integer not null,
    object text not null)`;

/**
 * Versions of objects that were overwritten, in the order in which that happened. A version goes when it is
 * deleted by its id, when it expires, and when its key is deleted. S3 would keep it behind a delete marker,
 * which the product does not use.
 */
export class Versions {
  readonly #db: SqliteFile;

  constructor(db: SqliteFile) {
    this.#db = db;
    db.prepare(schema).run();
    db.prepare('create index if not exists versions_by_key on versions (bucket, key)').run();
  }

  /** @param replaced milliseconds since the epoch */
  add(bucket: string, object: StoredObject, replaced: number): void {
    this.#db
      .prepare('insert into versions values (?, ?, ?, ?, ?)')
      .run(bucket, object.key, versionOf(object), replaced, JSON.stringify(object));
  }

  newestFirst(bucket: string, key: string): StoredObject[] {
    return this.#db
      .prepare('select object from versions where bucket = ? and key = ? order by rowid desc')
      .all(bucket, key)
      .map(asObject);
  }

  /** Those of a bucket that were replaced at `replaced` or earlier. */
  replacedBefore(bucket: string, replaced: number): StoredObject[] {
    return this.#db
      .prepare('select object from versions where bucket = ? and replaced <= ?')
      .all(bucket, replaced)
      .map(asObject);
  }

  remove(bucket: string, object: StoredObject): void {
    this.#db
      .prepare('delete from versions where bucket = ? and key = ? and id = ?')
      .run(bucket, object.key, versionOf(object));
  }

  all(): StoredObject[] {
    return this.#db.prepare('select object from versions').all().map(asObject);
  }
}

const asObject = ({ object }: Record<string, unknown>): StoredObject =>
  JSON.parse(object as string);
