import { join } from 'node:path';
import { SqliteFile } from '#local/aws/sqlite-file.ts';
import type { Blob } from './blob-files.ts';
import { type StoredObject, Versions } from './versions.ts';

export interface Upload {
  id: string;
  bucket: string;
  key: string;
  headers: Record<string, string>;
  started: number;
}

export interface Part {
  number: number;
  etag: string;
  modified: number;
  blob: Blob;
}

/** Comes after every character that a key can continue with. */
const lastCharacter = '\u{10ffff}';

const schema = `
  create table objects (
    bucket text not null, key text not null, etag text not null, size integer not null,
    modified integer not null, headers text not null, blobs text not null,
    primary key (bucket, key)) without rowid;
  create table uploads (
    id text primary key, bucket text not null, key text not null, headers text not null,
    started integer not null) without rowid;
  create table parts (
    upload text not null, number integer not null, etag text not null, modified integer not null,
    blob text not null, primary key (upload, number)) without rowid;
`;

/**
 * The objects, uploads and parts. An object becomes visible when its row is committed, after all its bytes
 * are written, so a kill never leaves half an object. (A power cut may lose bytes of the last seconds;
 * reading them is then an error.)
 */
export class Catalogue {
  readonly #db: SqliteFile;
  readonly versions: Versions;

  constructor(dataDir: string) {
    this.#db = new SqliteFile(join(dataDir, 's3.sqlite'), 1, schema);
    this.versions = new Versions(this.#db);
  }

  transaction<T>(body: () => T): T {
    return this.#db.transaction(body);
  }

  object(bucket: string, key: string): StoredObject | undefined {
    const row = this.#db
      .prepare('select * from objects where bucket = ? and key = ?')
      .get(bucket, key);
    return row && asObject(row);
  }

  /** Objects whose keys start with `prefix` and come after `after`, in the order of their keys' bytes. */
  objectsAfter(bucket: string, prefix: string, after: string, limit: number): StoredObject[] {
    return this.#db
      .prepare(
        `select * from objects where bucket = ? and key > ? and key >= ? and key < ?
         order by key limit ?`,
      )
      .all(bucket, after, prefix, prefix + lastCharacter, limit)
      .map(asObject);
  }

  /** Objects below a prefix that were last changed at `modified` or earlier. */
  objectsOlderThan(bucket: string, prefix: string, modified: number): StoredObject[] {
    return this.#db
      .prepare('select * from objects where bucket = ? and key >= ? and key < ? and modified <= ?')
      .all(bucket, prefix, prefix + lastCharacter, modified)
      .map(asObject);
  }

  putObject(bucket: string, object: StoredObject): void {
    const { key, etag, sizeBytes, modified, headers, blobs } = object;
    this.#db
      .prepare('insert or replace into objects values (?, ?, ?, ?, ?, ?, ?)')
      .run(bucket, key, etag, sizeBytes, modified, JSON.stringify(headers), JSON.stringify(blobs));
  }

  removeObject(bucket: string, key: string): void {
    this.#db.prepare('delete from objects where bucket = ? and key = ?').run(bucket, key);
  }

  upload(id: string): Upload | undefined {
    const row = this.#db.prepare('select * from uploads where id = ?').get(id);
    return row && asUpload(row);
  }

  /** Unfinished uploads that were started at `started` or earlier. */
  uploadsOlderThan(bucket: string, started: number): Upload[] {
    return this.#db
      .prepare('select * from uploads where bucket = ? and started <= ?')
      .all(bucket, started)
      .map(asUpload);
  }

  putUpload({ id, bucket, key, headers, started }: Upload): void {
    this.#db
      .prepare('insert into uploads values (?, ?, ?, ?, ?)')
      .run(id, bucket, key, JSON.stringify(headers), started);
  }

  /** Forgets an upload and its parts; their blobs are the caller's to remove. */
  removeUpload(id: string): void {
    this.#db.prepare('delete from uploads where id = ?').run(id);
    this.#db.prepare('delete from parts where upload = ?').run(id);
  }

  part(upload: string, number: number): Part | undefined {
    const row = this.#db
      .prepare('select * from parts where upload = ? and number = ?')
      .get(upload, number);
    return row && asPart(row);
  }

  parts(upload: string): Part[] {
    return this.#db
      .prepare('select * from parts where upload = ? order by number')
      .all(upload)
      .map(asPart);
  }

  putPart(upload: string, { number, etag, modified, blob }: Part): void {
    this.#db
      .prepare('insert or replace into parts values (?, ?, ?, ?, ?)')
      .run(upload, number, etag, modified, JSON.stringify(blob));
  }

  /** Ids of all blobs that something refers to. */
  referencedBlobs(): Set<string> {
    const ids = new Set<string>();
    for (const { blobs } of this.#db.prepare('select blobs from objects').iterate()) {
      for (const { id } of JSON.parse(blobs as string) as Blob[]) ids.add(id);
    }
    for (const { blobs } of this.versions.all()) for (const { id } of blobs) ids.add(id);
    for (const { blob } of this.#db.prepare('select blob from parts').iterate()) {
      ids.add((JSON.parse(blob as string) as Blob).id);
    }
    return ids;
  }

  close(): void {
    this.#db.close();
  }
}

type Row = Record<string, unknown>;

const asObject = (row: Row): StoredObject => ({
  key: row.key as string,
  etag: row.etag as string,
  sizeBytes: row.size as number,
  modified: row.modified as number,
  headers: JSON.parse(row.headers as string),
  blobs: JSON.parse(row.blobs as string),
});

const asUpload = (row: Row): Upload => ({
  id: row.id as string,
  bucket: row.bucket as string,
  key: row.key as string,
  headers: JSON.parse(row.headers as string),
  started: row.started as number,
});

const asPart = (row: Row): Part => ({
  number: row.number as number,
  etag: row.etag as string,
  modified: row.modified as number,
  blob: JSON.parse(row.blob as string),
});
