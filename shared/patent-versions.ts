import type { CitingDocument, PatentDocument } from './patent-document.ts';
import {
  changesKey,
  type DocumentChange,
  documentKey,
  documentsFolder,
  type Links,
  linksFileKey,
  linksKey,
  ucidOfKey,
  type VersionNote,
  versionNoteKey,
} from './patent-document-key.ts';
import { type StoredDocument, upgradedDocument } from './upgraded-document.ts';

/** How the bucket is read. */
export interface DocumentsBucket {
  /** An object with JSON, unzipped; undefined where there is none. */
  json(key: string): Promise<unknown>;
  /** Up to 100 keys with a prefix. */
  keys(prefix: string): Promise<string[]>;
}

export const noLinks: Links = { cited_by: {}, publications: {} };

/** A UCID without its kind code. */
export const stemOfUcid = (ucid: string) => ucid.slice(0, ucid.lastIndexOf('-'));

/** Who cites a number, by the links of a loaded version and those that a delivery has changed. */
export function citingOf(number: string, before: Links, now: Links = noLinks): CitingDocument[] {
  const dropped = new Set(now.dropped?.[number]);
  return [
    ...(now.cited_by[number] ?? []),
    ...(before.cited_by[number] ?? []).filter(({ ucid }) => !dropped.has(ucid)),
  ];
}

/** Reads versions of the patent documents: loaded ones, and deliveries over the loaded version that they extend (ADR 043). */
export class PatentVersions {
  readonly #bucket: DocumentsBucket;
  /** Notes of the versions that were read last. A version does not change. */
  readonly #notes = new Map<string, VersionNote>();

  constructor(bucket: DocumentsBucket) {
    this.#bucket = bucket;
  }

  async note(version: string): Promise<VersionNote> {
    const known = this.#notes.get(version);
    if (known) return known;
    const note = ((await this.#bucket.json(versionNoteKey(version))) ?? {
      digits: 0,
    }) as VersionNote;
    if (this.#notes.size >= 10) this.#notes.clear();
    this.#notes.set(version, note);
    return note;
  }

  /** Undefined when the version has no document of that UCID. */
  async document(version: string, ucid: string): Promise<PatentDocument | undefined> {
    const key = documentKey(await this.folderOf(version, ucid), ucid);
    const stored = (await this.#bucket.json(key)) as StoredDocument | undefined;
    return stored && upgradedDocument(stored);
  }

  /** The version whose folder has a document and its images. */
  async folderOf(version: string, ucid: string): Promise<string> {
    const { base } = await this.note(version);
    if (!base) return version;
    const { documents = {} } = await this.ownLinks(version, stemOfUcid(ucid));
    return documents[ucid] ?? base;
  }

  /** UCIDs of all documents of a number without kind code. */
  async ucids(version: string, stem: string): Promise<string[]> {
    const { base } = await this.note(version);
    const [keys, { documents = {} }] = await Promise.all([
      this.#bucket.keys(`${documentsFolder(base ?? version)}${stem}-`),
      base ? this.ownLinks(version, stem) : noLinks,
    ]);
    const delivered = Object.keys(documents).filter((ucid) => stemOfUcid(ucid) === stem);
    return [...new Set([...keys.map(ucidOfKey), ...delivered])].sort();
  }

  /** Links from a number: without kind code, of an application, or of a family. */
  async links(version: string, number: string): Promise<Links> {
    const { base } = await this.note(version);
    const now = await this.ownLinks(version, number);
    if (!base) return now;
    const before = await this.ownLinks(base, number);
    const published = [...(before.publications[number] ?? []), ...(now.publications[number] ?? [])];
    return {
      cited_by: { [number]: citingOf(number, before, now) },
      publications: { [number]: [...new Set(published)] },
    };
  }

  /** What a delivery has changed; nothing of a loaded version. */
  changes = async (version: string): Promise<DocumentChange[]> =>
    ((await this.#bucket.json(changesKey(version))) as DocumentChange[] | undefined) ?? [];

  /** The file of links that a number belongs to, of this version alone. */
  async ownLinks(version: string, number: string): Promise<Links> {
    return this.#links(linksKey(version, await this.note(version), number));
  }

  /** A file of links by the digits that it is named after. */
  linksFile = (version: string, digits: string): Promise<Links> =>
    this.#links(linksFileKey(version, digits));

  async #links(key: string): Promise<Links> {
    return ((await this.#bucket.json(key)) as Links | undefined) ?? noLinks;
  }
}
