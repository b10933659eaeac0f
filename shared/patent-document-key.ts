/**
 * Where patent documents are in the bucket `Datasets`: the catalogue loader writes there, functions read. ADR 021 and 043.
 */
import type { CitingDocument } from './patent-document.ts';

export const documentsRoot = 'patent-documents/';

/** Folder of one version, with a trailing slash. */
export const documentsFolder = (version: string) => `${documentsRoot}${version}/`;

/** Key of a document: gzipped JSON. */
export const documentKey = (version: string, ucid: string) =>
  `${documentsFolder(version)}${ucid}.json.gz`;

/**
 * Key of a converted image of a document. @param stored name as in `drawings[].stored` and `objects[].stored`: `D00001.png`
 */
export const documentImageKey = (version: string, ucid: string, stored: string) =>
  `${documentsFolder(version)}images/${ucid}/${stored}`;

/** What a name of a stored image looks like. Others are never asked of the bucket. */
export const storedImagePattern = /^[\w-]{1,100}\.png$/;

export const ucidOfKey = (key: string) =>
  key.slice(key.lastIndexOf('/') + 1).replace(/\.json\.gz$/, '');

/** What a version says of itself. Versions without it have documents alone. */
export interface VersionNote {
  /** Of a delivery: the loaded version that it extends, and the version that served before it. */
  base?: string;
  previous?: string;
  /** Hexadecimal digits that the names of its files of links have. */
  digits: number;
}

/** JSON. */
export const versionNoteKey = (version: string) => `${documentsFolder(version)}version.json`;

/** What a delivery has changed, as gzipped JSON: a list of `DocumentChange`. The version before it is in its note. */
export const changesKey = (version: string) => `${documentsFolder(version)}changes.json.gz`;

export interface DocumentChange {
  ucid: string;
  change: 'added' | 'changed' | 'withdrawn';
  /** Of a changed document: its parts that differ, by their names. */
  parts?: string[];
}

/**
 * A file of links: gzipped JSON for the numbers whose hash has the same digits. In a loaded version it has all links, in a
 * delivery those that this and earlier deliveries have changed.
 */
export interface Links {
  /** By a number without its kind code (`US-10123456`): publications that cite it, the latest first. */
  cited_by: Record<string, CitingDocument[]>;
  /** By an application (`US-13834919`) or the key of a family: its publications. */
  publications: Record<string, string[]>;
  /** Of a delivery, by the same numbers as `cited_by`: publications whose earlier citations no longer hold. */
  dropped?: Record<string, string[]>;
  /** Of a delivery: the version whose folder has the document. */
  documents?: Record<string, string>;
}

/** @param number that the links are asked for: a number without kind code, or an application */
export const linksKey = (version: string, note: VersionNote, number: string) =>
  linksFileKey(version, linksDigits(note, number));

/** The digits that the file with the links of a number is named after. */
export const linksDigits = ({ digits }: VersionNote, number: string) =>
  hashOf(number).slice(8 - digits) || 'all';

/** @param digits that the file is named after */
export const linksFileKey = (version: string, digits: string) =>
  `${documentsFolder(version)}links/${digits}.json.gz`;

/** FNV-1a in eight hexadecimal digits: it only spreads numbers evenly over files. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
