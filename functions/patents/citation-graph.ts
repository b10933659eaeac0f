import type { CitationGraph, CitationNode } from '#shared/contract/patents.ts';
import { limits } from '#shared/limits.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, preferredUcid, toUcid, ucidStem } from '#shared/ucid.ts';
import { citedBy } from './cited-by.ts';
import { getPatentDocument, listUcids } from './patent-documents.ts';
import { readPatent, servedDocuments } from './read-patent.ts';

/** A publication that is linked with others by citations. */
interface Linked {
  /** In any spelling, with or without kind code. */
  number: string;
  date?: string | undefined;
  title?: string | undefined;
  /** How many publications of the step before it is linked with. */
  links: number;
}

type Edge = [citing: string, cited: string];

/**
 * The citations of a patent, two steps each way. Of each step, the publications that have most links with the step before are
 * taken, of equal ones the latest. Throws what `readPatent` throws.
 */
export async function citationGraph(text: string): Promise<CitationGraph> {
  const version = await servedDocuments();
  const own = await readPatent(text, version);
  const edges: Edge[] = [];
  const nodes: CitationNode[] = [nodeOf(own, 0)];
  const leftOut: CitationGraph['left_out'] = [];
  const seen = new Set([stemOf(own.ucid)]);

  /** Takes the best of a step. */
  const take = (found: ReadonlyMap<string, Linked>, step: number) => {
    const sorted = Array.from(found)
      .filter(([stem]) => !seen.has(stem))
      .toSorted(([, a], [, b]) => b.links - a.links || ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
    const taken = sorted.slice(0, limits.citationsOfStep);
    for (const [stem] of taken) seen.add(stem);
    if (sorted.length > taken.length) {
      leftOut.push({ step, count: sorted.length - taken.length });
    }
    return taken;
  };

  let documents = [own];
  for (const step of [-1, -2]) {
    const cited = new Map<string, Linked>();
    for (const document of documents) {
      for (const [stem, { number, date }] of citationsOf(document)) {
        edges.push([stemOf(document.ucid), stem]);
        add(cited, stem, { number, date });
      }
    }
    const taken = take(cited, step);
    const read = await Promise.all(taken.map(([, { number }]) => documentOf(version, number)));
    nodes.push(
      ...taken.map(([stem, { number, date }], i) =>
        read[i] ? nodeOf(read[i], step) : { number: toUcid(number) ?? stem, date, step },
      ),
    );
    documents = read.filter((document) => document !== undefined);
  }
  // What the last step cites of the others.
  for (const document of documents) {
    for (const [stem] of citationsOf(document)) edges.push([stemOf(document.ucid), stem]);
  }

  let stems = [stemOf(own.ucid)];
  for (const step of [1, 2]) {
    const citing = new Map<string, Linked>();
    const lists = await Promise.all(stems.map((stem) => citedBy(stem, version)));
    for (const [i, list] of lists.entries()) {
      for (const { ucid, date, title } of list) {
        edges.push([stemOf(ucid), stems[i]!]);
        add(citing, stemOf(ucid), { number: ucid, date, title });
      }
    }
    const taken = take(citing, step);
    nodes.push(
      ...taken.map(([, { number, date, title }]) => ({ number, ucid: number, date, title, step })),
    );
    stems = taken.map(([stem]) => stem);
  }
  return { nodes, edges: edgesAmong(nodes, edges), left_out: leftOut };
}

function add(found: Map<string, Linked>, stem: string, linked: Omit<Linked, 'links'>) {
  found.set(stem, { ...linked, links: (found.get(stem)?.links ?? 0) + 1 });
}

/** Offices often cite numbers without a kind code. */
const stemOf = (number: string): string => {
  const parsed = parsePublicationNumber(number);
  return parsed ? ucidStem(parsed) : number;
};

/** What a patent cites, each number once. Numbers that cannot be read are no publications. */
function citationsOf({ citations }: PatentDocument) {
  const readable = citations.filter(({ number }) => parsePublicationNumber(number));
  return new Map(readable.map((citation) => [stemOf(citation.number), citation]));
}

async function documentOf(version: string, number: string): Promise<PatentDocument | undefined> {
  const ucid = toUcid(number) ?? preferredUcid(await listUcids(version, stemOf(number)));
  return ucid ? getPatentDocument(version, ucid) : undefined;
}

const nodeOf = (
  { ucid, title, publication_date, assignees }: PatentDocument,
  step: number,
): CitationNode => ({
  number: ucid,
  ucid,
  title,
  date: publication_date,
  owner: assignees[0],
  step,
});

/** Links between nodes, each once, by their places. */
function edgesAmong(nodes: readonly CitationNode[], edges: readonly Edge[]) {
  const places = new Map(nodes.map(({ number }, place) => [stemOf(number), place]));
  const among = new Map<string, { citing: number; cited: number }>();
  for (const [from, to] of edges) {
    const [citing, cited] = [places.get(from), places.get(to)];
    if (citing === undefined || cited === undefined || citing === cited) continue;
    among.set(`${citing} ${cited}`, { citing, cited });
  }
  return [...among.values()];
}
