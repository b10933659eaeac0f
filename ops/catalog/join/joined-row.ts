import type { PatentDocument } from '#shared/patent-document.ts';
import { citationLinks } from '#shared/patent-links.ts';
import type { PatentText } from '../formats/format.ts';
import { patentColumns, patentColumnsOf, rowTextOf } from '../formats/patent-row.ts';
import type { StoredPiece } from './piece-store.ts';

/**
 * The row of a document. What its only source says stays as it is; of several, the text is that of the document.
 * @param wanted texts to include; a patent that has none of them gets all its texts, or else its title
 * @param familyName see `PieceStore.familyName`
 * @param citing how many publications of the load cite its number
 */
export function joinedRow(
  document: PatentDocument,
  pieces: readonly StoredPiece[],
  wanted: readonly PatentText[],
  familyName: string,
  citing: number,
): readonly string[] {
  const withRows = pieces.filter(({ row }) => row);
  const written = (withRows.at(-1)?.row ?? []).map((cell, at) => [patentColumns[at]!, cell]);
  const isWhole = withRows.length === 1 && pieces.length === 1;
  const cells: Record<string, string> = {
    ...Object.fromEntries(written),
    ...(!isWhole && cellsOf(document, wanted)),
    family_id: familyName,
    status: document.status?.text ?? '',
    drawing: document.drawings?.find(({ stored }) => stored)?.stored ?? '',
    // Numbers without kind codes, because offices often cite without one.
    cites: citationLinks(document)
      .map(([cited]) => cited)
      .join('; '),
    cited_by: String(citing),
  };
  return patentColumnsOf(wanted).map((column) => cells[column] ?? '');
}

/** The cells of a document that has several sources. */
function cellsOf(document: PatentDocument, wanted: readonly PatentText[]): Record<string, string> {
  const texts = textsOf(document);
  return {
    ucid: document.ucid,
    title: document.title,
    text: rowTextOf(texts, wanted) || document.title,
    claims: texts(wanted.filter((name) => name === 'claims')),
    assignee: document.assignees.join('; '),
    priority_date: document.priority_date ?? '',
    publication_date: document.publication_date ?? '',
    grant_date: document.grant_date ?? '',
    cpc: document.cpc.join('; '),
    inventors: document.inventors.join('; '),
    kind_code: document.kind_code ?? document.ucid.slice(document.ucid.lastIndexOf('-') + 1),
    ...(document.ipc && { ipc: document.ipc.join('; ') }),
  };
}

/** The texts of a document, by their names. */
function textsOf(document: PatentDocument) {
  // Texts are compared by their meaning, best in English.
  const english = document.translated_claims?.en ?? [];
  const texts: Record<PatentText, string[]> = {
    abstract: [document.abstract],
    claims: [...document.claims, ...english].map(({ text }) => text),
    description: document.paragraphs.flatMap(({ heading, text }) => [heading ?? '', text]),
  };
  return (names: readonly PatentText[]): string =>
    names
      .flatMap((name) => texts[name])
      .filter(Boolean)
      .join('\n');
}
