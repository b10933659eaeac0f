import type { PatentDocument } from '#shared/patent-document.ts';
import {
  changesKey,
  type DocumentChange,
  type Links,
  linksFileKey,
  type VersionNote,
  versionNoteKey,
} from '#shared/patent-document-key.ts';
import { citationLinks } from '#shared/patent-links.ts';
import { noLinks, type PatentVersions } from '#shared/patent-versions.ts';
import { BucketDocuments } from '../destination/bucket-documents.ts';
import type { Installation } from '../environment.ts';
import type { PieceStore } from '../join/piece-store.ts';

/** Files of links of a delivery: 256, of which one has some thousand documents after a year. */
const DIGITS = 2;

/** The documents of a delivery, and what they change in the version that serves. */
export class DeliveredDocuments extends BucketDocuments {
  readonly #version: string;
  readonly #store: PieceStore;
  readonly #versions: PatentVersions;
  readonly #served: string;

  /** @param served the version that the delivery replaces */
  constructor(
    installation: Installation,
    version: string,
    store: PieceStore,
    { versions, served }: { versions: PatentVersions; served: string },
  ) {
    super(installation, version);
    this.#version = version;
    this.#store = store;
    this.#versions = versions;
    this.#served = served;
  }

  override async add(document: PatentDocument): Promise<void> {
    const before = this.#store.servedOf(document.ucid);
    for (const [number] of before ? citationLinks(before) : []) {
      this.#store.drop(number, document.ucid);
    }
    const change = changeOf(document, before);
    // The same again, as a delivery that is added twice: nothing has changed.
    if (change.parts?.length === 0) return;
    this.#store.noteChange(change);
    await super.add(document);
  }

  override async addLinks(): Promise<void> {
    const before = await this.#versions.note(this.#served);
    const note: VersionNote = {
      base: before.base ?? this.#served,
      previous: this.#served,
      digits: DIGITS,
    };
    for (let file = 0; file < 16 ** DIGITS; file++) {
      const name = file.toString(16).padStart(DIGITS, '0');
      const key = linksFileKey(this.#version, name);
      const earlier = before.base ? await this.#versions.linksFile(this.#served, name) : noLinks;
      await this.store('file of links', key, this.#changed(earlier, file));
    }
    await this.store('list of changes', changesKey(this.#version), this.#store.changes());
    await this.settle();
    await this.store('note', versionNoteKey(this.#version), note);
    await this.settle();
  }

  /** A file of links of the delivery before this one, with what this one changes. */
  #changed(earlier: Links, file: number): Links {
    const cited_by = { ...earlier.cited_by };
    const publications = { ...earlier.publications };
    const dropped = { ...earlier.dropped };
    const documents = { ...earlier.documents };
    for (const { number, ucid } of this.#store.dropped(file, DIGITS)) {
      cited_by[number] = (cited_by[number] ?? []).filter((citing) => citing.ucid !== ucid);
      dropped[number] = [...new Set([...(dropped[number] ?? []), ucid])];
    }
    for (const links of this.#store.linksOfFile(file, DIGITS)) {
      const { number } = links;
      const cited = [...links.cited_by, ...(cited_by[number] ?? [])];
      if (cited.length > 0) cited_by[number] = cited;
      const published = [...new Set([...(publications[number] ?? []), ...links.publications])];
      if (published.length > 0) publications[number] = published;
    }
    for (const ucid of this.#store.changedUcids(file, DIGITS)) documents[ucid] = this.#version;
    return { cited_by, publications, dropped, documents };
  }
}

function changeOf(document: PatentDocument, before: PatentDocument | undefined): DocumentChange {
  const { ucid } = document;
  if (!before) return { ucid, change: 'added' };
  if (document.withdrawn && !before.withdrawn) return { ucid, change: 'withdrawn' };
  const names = [...new Set([...Object.keys(document), ...Object.keys(before)])].filter(
    (name) => name !== 'sources',
  );
  const written = (of: PatentDocument, name: string) =>
    JSON.stringify(of[name as keyof PatentDocument]);
  const parts = names.filter((name) => written(document, name) !== written(before, name)).sort();
  return { ucid, change: 'changed', parts };
}
