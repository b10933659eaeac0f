import type { PatentDocument } from './patent-document.ts';

/** A document as some load stored it: loads before version 0.2 knew less of citations and numbers of paragraphs. */
export type StoredDocument = Omit<PatentDocument, 'citations'> & {
  citations: readonly (string | PatentDocument['citations'][number])[];
  /** `source` if all numbers of the paragraphs are printed, `counted` if none are taken for printed. */
  paragraph_numbers?: 'source' | 'counted';
};

/** A stored document in today's form. */
export function upgradedDocument(stored: StoredDocument): PatentDocument {
  const { paragraph_numbers, citations, ...rest } = stored;
  const isOld =
    paragraph_numbers !== undefined || citations?.some((one) => typeof one === 'string');
  if (!isOld) return stored as PatentDocument;
  // Grants print no numbers, though their sources count paragraphs.
  const isPrinted = paragraph_numbers === 'source' && /-A\d?$/.test(stored.ucid);
  return {
    ...rest,
    citations: citations.map((one) => (typeof one === 'string' ? { number: one } : one)),
    paragraphs: isPrinted
      ? rest.paragraphs.map((one) => ({ ...one, printed: one.number }))
      : rest.paragraphs,
  };
}
