import type { PatentDocument } from '#shared/patent-document.ts';
import { type PatentText, patentTexts } from '../formats/format.ts';
import { patentColumns } from '../formats/patent-row.ts';
import type { StoredPiece } from './piece-store.ts';

/**
 * The row of a document. That of its only source stays as it is; of several, the text is that of the document.
 * @param wanted texts to include; a patent that has none of them gets all its texts, or else its title
 */
export function joinedRow(
  document: PatentDocument,
  pieces: readonly StoredPiece[],
  wanted: readonly PatentText[],
): readonly string[] {
  const withRows = pieces.filter(({ row }) => row);
  if (withRows.length === 1 && pieces.length === 1) return withRows[0]!.row!;
  const written = (withRows.at(-1)?.row ?? []).map((cell, at) => [patentColumns[at]!, cell]);
  const cells: Record<string, string> = {
    ...Object.fromEntries(written),
    ucid: document.ucid,
    title: document.title,
    text: textOf(document, wanted) || textOf(document, patentTexts) || document.title,
    assignee: document.assignees.join('; '),
    priority_date: document.priority_date ?? '',
    publication_date: document.publication_date ?? '',
    grant_date: document.grant_date ?? '',
    cpc: document.cpc.join('; '),
    inventors: document.inventors.join('; '),
    kind_code: document.kind_code ?? document.ucid.slice(document.ucid.lastIndexOf('-') + 1),
    ...(document.ipc && { ipc: document.ipc.join('; ') }),
  };
  return patentColumns.map((column) => cells[column] ?? '');
}

function textOf(document: PatentDocument, wanted: readonly PatentText[]): string {
  // Texts are compared by their meaning, best in English.
  const english = document.translated_claims?.en ?? [];
  const texts: Record<PatentText, string[]> = {
    abstract: [document.abstract],
    claims: [...document.claims, ...english].map(({ text }) => text),
    description: document.paragraphs.flatMap(({ heading, text }) => [heading ?? '', text]),
  };
  return wanted
    .flatMap((name) => texts[name])
    .filter(Boolean)
    .join('\n');
}
