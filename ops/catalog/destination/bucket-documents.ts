import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { PatentDocument } from '#shared/patent-document.ts';
import {
  documentImageKey,
  documentKey,
  documentsFolder,
  type Links,
  linksKey,
  type VersionNote,
  versionNoteKey,
} from '#shared/patent-document-key.ts';
import type { Installation } from '../environment.ts';
import type { Documents, FiledLinks } from './documents.ts';

const compress = promisify(gzip);

const contentTypes: Record<string, string> = {
  gz: 'application/gzip',
  json: 'application/json',
  png: 'image/png',
};

/** Uploads at the same time. S3 answers in some 30 ms, so this is a thousand documents a second. */
const MAX_CONCURRENT = 32;
/** Most characters of documents in memory: long ones are uploaded a few at a time. */
const MAX_BUFFERED_CHARACTERS = 8 << 20;

/**
 * The documents of one version in the bucket, an object for each UCID. A load that resumes after a crash writes some
 * of them again, with the same keys and bytes.
 */
export class BucketDocuments implements Documents {
  readonly #installation: Installation;
  readonly #version: string;
  readonly #sending = new Map<Promise<void>, number>();
  #failure: Error | undefined;
  readonly sizeBytes = 0;

  constructor(installation: Installation, version: string) {
    this.#installation = installation;
    this.#version = version;
  }

  async add(document: PatentDocument): Promise<void> {
    const key = documentKey(this.#version, document.ucid);
    await this.store(`document ${document.ucid}`, key, document);
  }

  async addImage(ucid: string, name: string, png: Uint8Array): Promise<void> {
    await this.#add(`image ${name}`, documentImageKey(this.#version, ucid, name), png);
  }

  async addLinks(digits: number, links: FiledLinks): Promise<void> {
    const note: VersionNote = { digits };
    let open: { file: number; key: string; links: Links } | undefined;
    const close = async () => {
      if (open) await this.store('file of links', open.key, open.links);
    };
    for (const { file, number, cited_by, publications } of links) {
      if (open?.file !== file) {
        await close();
        const key = linksKey(this.#version, note, number);
        open = { file, key, links: { cited_by: {}, publications: {} } };
      }
      if (cited_by.length > 0) open.links.cited_by[number] = cited_by;
      if (publications.length > 0) open.links.publications[number] = publications;
    }
    await close();
    await this.settle();
    await this.store('note', versionNoteKey(this.#version), note);
    await this.settle();
  }

  /** Begins to store an object with JSON. Resolves when there is room for the next one. */
  protected store(what: string, key: string, value: unknown): Promise<void> {
    return this.#add(what, key, JSON.stringify(value));
  }

  async #add(what: string, key: string, body: string | Uint8Array): Promise<void> {
    while (this.#isFull(body.length)) await Promise.race(this.#sending.keys());
    if (this.#failure) throw this.#failure;
    const sending = this.#send(key, body)
      .catch((error) => {
        this.#failure ??= new Error(
          `The ${what} could not be stored (${error.message}). Run the same command again to resume.`,
          { cause: error },
        );
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.set(sending, body.length);
  }

  #isFull(characters: number): boolean {
    const held = [...this.#sending.values()].reduce((sum, one) => sum + one, 0);
    return (
      this.#sending.size >= MAX_CONCURRENT ||
      (held > 0 && held + characters > MAX_BUFFERED_CHARACTERS)
    );
  }

  async #send(key: string, body: string | Uint8Array): Promise<void> {
    const { s3, datasetsBucket: Bucket } = this.#installation;
    const [, ending = ''] = /\.(gz|json|png)$/.exec(key) ?? [];
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: key,
        Body: ending === 'gz' ? await compress(body) : body,
        ContentType: contentTypes[ending],
      }),
    );
  }

  async settle(): Promise<void> {
    await Promise.all(this.#sending.keys());
    if (this.#failure) throw this.#failure;
  }

  /** The build of the index publishes the version. */
  async finish(): Promise<void> {}

  async discard(): Promise<void> {
    await Promise.all(this.#sending.keys());
    await removeDocuments(this.#installation, this.#version);
  }

  close(): void {}
}

/** Removes the documents of a version. Does nothing for a version that does not exist. */
export async function removeDocuments(
  { s3, datasetsBucket: Bucket }: Installation,
  version: string,
): Promise<void> {
  for (;;) {
    const listed = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: documentsFolder(version) }),
    );
    const Objects = (listed.Contents ?? []).map(({ Key }) => ({ Key }));
    if (Objects.length === 0) return;
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors[0]) throw new Error(`${Errors[0].Key} cannot be removed: ${Errors[0].Message}`);
  }
}
