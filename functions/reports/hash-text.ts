import { createHash } from 'node:crypto';
import type { PatentDocument } from '#shared/patent-document.ts';

/** SHA-256 of a text, in hexadecimal. */
export const hashText = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** SHA-256 of all texts of a document with their numbers: the same hash, the same quotes. */
export const documentHash = ({ title, abstract, claims, paragraphs }: PatentDocument) =>
  hashText(
    JSON.stringify([
      title,
      abstract,
      claims.map(({ number, text }) => [number, text]),
      paragraphs.map(({ number, heading, text }) => [number, heading ?? null, text]),
    ]),
  );
