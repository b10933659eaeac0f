/**
 * Patents as documents: under `patent-documents/{version}/` in the bucket `Datasets`, one gzipped JSON object for
 * each UCID. A catalogue load writes a version and never changes it; the index record of the
 * catalogue names the version that serves (ADR 021). A delivery is a version that extends a loaded one (ADR 043).
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { bucketName } from '#core/runtime/config.ts';
import { isMissing, s3 } from '#core/storage/s3.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import {
  documentImageKey,
  documentKey,
  documentsFolder,
  type Links,
  linksKey,
  ucidOfKey,
  type VersionNote,
  versionNoteKey,
} from '#shared/patent-document-key.ts';
import { ucidStem } from '#shared/ucid.ts';
import { type StoredDocument, upgradedDocument } from './upgraded-document.ts';

const decompress = promisify(gunzip);

/** A document of a version, or `undefined` when the version has none of that UCID. */
export async function getPatentDocument(
  version: string,
  ucid: string,
): Promise<PatentDocument | undefined> {
  const folder = await folderOf(version, ucid);
  const stored = await getJson<StoredDocument>(documentKey(folder, ucid));
  return stored && upgradedDocument(stored);
}

/** The version whose folder has a document and its images. */
async function folderOf(version: string, ucid: string): Promise<string> {
  const { base } = await noteOf(version);
  if (!base) return version;
  const { documents = {} } = await changedLinks(version, stemOf(ucid));
  return documents[ucid] ?? base;
}

/** A stored image of a document; undefined where there is none. */
export async function getPatentImage(
  version: string,
  ucid: string,
  name: string,
): Promise<Uint8Array | undefined> {
  return getBytes(documentImageKey(await folderOf(version, ucid), ucid, name));
}

/** UCIDs of all documents of a version whose UCID begins with `stem`, a country and a number. */
export async function listUcids(version: string, stem: string): Promise<string[]> {
  const { base } = await noteOf(version);
  const [listed, { documents = {} }] = await Promise.all([
    s3.send(
      new ListObjectsV2Command({
        Bucket: bucketName('s3:ListBucket Datasets/patent-documents/*'),
        Prefix: `${documentsFolder(base ?? version)}${stem}-`,
        MaxKeys: 100,
      }),
    ),
    base ? changedLinks(version, stem) : { documents: {} },
  ]);
  const stored = (listed.Contents ?? []).map(({ Key }) => ucidOfKey(Key!));
  const delivered = Object.keys(documents).filter((ucid) => stemOf(ucid) === stem);
  return [...new Set([...stored, ...delivered])].sort();
}

/** Links of a version from a number, a UCID without kind code or an application. */
export async function linksFrom(version: string, number: string): Promise<Links> {
  const note = await noteOf(version);
  if (!note.base) return linksIn(version, note, number);
  const base = note.base;
  const [before, now] = await Promise.all([
    noteOf(base).then((loaded) => linksIn(base, loaded, number)),
    changedLinks(version, number),
  ]);
  const dropped = new Set(now.dropped?.[number]);
  const citing = [
    ...(now.cited_by[number] ?? []),
    ...(before.cited_by[number] ?? []).filter(({ ucid }) => !dropped.has(ucid)),
  ];
  const published = [...(before.publications[number] ?? []), ...(now.publications[number] ?? [])];
  return {
    cited_by: { [number]: citing },
    publications: { [number]: [...new Set(published)] },
  };
}

const noLinks: Links = { cited_by: {}, publications: {} };

const changedLinks = async (version: string, number: string) =>
  linksIn(version, await noteOf(version), number);

const linksIn = async (version: string, note: VersionNote, number: string): Promise<Links> =>
  (await getJson<Links>(linksKey(version, note, number))) ?? noLinks;

export const stemOf = (ucid: string) => {
  const [country = '', number = ''] = ucid.split('-');
  return ucidStem({ country, number });
};

/** Notes of the versions that this instance has read last. A version does not change. */
const notes = new Map<string, VersionNote>();
const keptNotes = 10;

async function noteOf(version: string): Promise<VersionNote> {
  const known = notes.get(version);
  if (known) return known;
  const note = (await getJson<VersionNote>(versionNoteKey(version))) ?? { digits: 0 };
  if (notes.size >= keptNotes) notes.clear();
  notes.set(version, note);
  return note;
}

/** An object with JSON, gzipped or not; undefined where there is none. */
async function getJson<T>(key: string): Promise<T | undefined> {
  const bytes = await getBytes(key);
  if (!bytes) return undefined;
  const json = key.endsWith('.gz') ? await decompress(bytes) : Buffer.from(bytes);
  return JSON.parse(json.toString()) as T;
}

async function getBytes(key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({
        Bucket: bucketName('s3:GetObject Datasets/patent-documents/*'),
        Key: key,
      }),
    );
    return await Body!.transformToByteArray();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
