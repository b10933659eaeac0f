import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { memorySource } from '#engine';
import type { PatentSource } from '#functions/patents/index.ts';
import { readSamplePatents, sampleRows } from '#local/catalog/sample-patents.ts';
import { ProductError } from '#shared/errors.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, preferredUcid, toUcid, ucidStem } from '#shared/ucid.ts';
import { buildInMemory } from '../build-in-memory.ts';
import type { Known } from './check-answer.ts';

/** A catalogue in memory: where the tools search and read, and what is known of each document. */
export interface Catalogue {
  source: PatentSource;
  known: Map<string, Known>;
}

const root = join(import.meta.dirname, '../../..');

/** The sample patents. */
export async function sampleCatalogue(): Promise<Catalogue> {
  const patents = await readSamplePatents(root);
  const csv = await readFile(join(root, 'packages/local/catalog/us_patents.csv'), 'utf8');
  return build(csv + sampleRows(patents), patents);
}

/** Patents that a load wrote to a folder. */
export async function loadedCatalogue(folder: string): Promise<Catalogue> {
  const csv = await readFile(join(folder, 'us_patents.csv'), 'utf8');
  const lines = await readFile(join(folder, 'us_patents.documents.jsonl'), 'utf8');
  const patents = lines
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as PatentDocument] : []));
  return build(csv, patents);
}

async function build(csv: string, patents: readonly PatentDocument[]): Promise<Catalogue> {
  const { index } = await buildInMemory(memorySource(new TextEncoder().encode(csv)), 1);
  const documents = new Map(patents.map((patent) => [patent.ucid, patent]));
  const known = new Map<string, Known>();
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  for (const row of data) known.set(row.ucid!, knownOf(row, documents.get(row.ucid!)));
  const source: PatentSource = {
    search: async (ask) => ask(index),
    openPatents: async () => async (number) => documents.get(toUcid(number) ?? ''),
    readPatent: async (number) => {
      const parsed = parsePublicationNumber(number);
      const alike = parsed
        ? [...documents.keys()].filter((ucid) => ucid.startsWith(`${ucidStem(parsed)}-`))
        : [];
      const document = documents.get(toUcid(number) ?? preferredUcid(alike) ?? '');
      if (!document) throw new ProductError('PatentNotFound');
      return document;
    },
    citedBy: async (number) =>
      patents.flatMap(({ ucid, title, publication_date: date, citations }) => {
        const cited = citations.find((one) => isSame(one.number, number));
        return cited ? [{ ucid, title, date, by: cited.by, category: cited.category }] : [];
      }),
  };
  return { source, known };
}

/** Whether two numbers name one publication, whatever its kind code. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map(parsePublicationNumber);
  return a && b ? ucidStem(a) === ucidStem(b) : false;
}

const listed = (cell = '') => cell.split(/\s*[;|]\s*/).filter(Boolean);

function knownOf(row: Record<string, string>, document: PatentDocument | undefined): Known {
  if (document) {
    const { title, abstract, claims, paragraphs } = document;
    const texts = [...claims, ...paragraphs].map(({ text }) => text);
    const symbols = [...document.cpc, ...(document.ipc ?? [])];
    return { ...document, cpc: symbols, text: [title, abstract, ...texts].join('\n'), document };
  }
  return {
    ucid: row.ucid!,
    assignees: listed(row.assignee),
    inventors: listed(row.inventors),
    cpc: [...listed(row.cpc), ...listed(row.ipc)],
    ...(row.priority_date && { priority_date: row.priority_date }),
    ...(row.publication_date && { publication_date: row.publication_date }),
    text: `${row.title} ${row.text}`,
  };
}
