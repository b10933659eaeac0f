import type { PatentDocument } from '#shared/patent-document.ts';
import { applicationKey } from '#shared/patent-links.ts';
import { parsePublicationNumber, ucidStem } from '#shared/ucid.ts';
import type { PrintedText } from './align-lines.ts';

/** How much a source is trusted where two have the same part: the higher wins, of equals the later. */
export const ranks = {
  /** A record about a document, such as legal events. */
  record: 0,
  /** Data of many offices, collected by one. */
  collection: 1,
  /** Texts that others have converted. */
  converted: 2,
  /** The office's own publication. */
  office: 3,
} as const;

/** What one source says of a document: all of it, or what a record adds to documents that are elsewhere. */
export interface PatentPiece {
  /** Key of the documents that it is about; see `aboutUcid` and the others. */
  about: string;
  /** Name of the source for people: `INPADOC legal events`. */
  source: string;
  rank: number;
  parts: Partial<PatentDocument>;
  /** Lines as they are printed, which are aligned to the texts of the document. */
  lines?: readonly PrintedText[];
  /** Row of the dataset, of sources that have a whole document. */
  row?: readonly string[];
}

/** Source of a document that serves already, in a delivery: its own sources stay named. */
export const servedSource = 'the version that serves';

/** Exactly this publication. */
export const aboutUcid = (ucid: string) => `u:${ucid}`;

/** Publications of a number with any kind code. */
export function aboutNumber(country: string, number: string): string {
  const parsed = parsePublicationNumber(`${country}${number}`);
  return `n:${parsed ? ucidStem(parsed) : `${country}-${number}`}`;
}

/** All publications of an application; undefined if the number is none. */
export function aboutApplication(number: string): string | undefined {
  const key = applicationKey(number);
  return key && `a:${key}`;
}

/** A piece makes a document if it names one publication and has its title. */
export const isDocument = ({ about, parts }: PatentPiece) =>
  about.startsWith('u:') && Boolean(parts.title);
