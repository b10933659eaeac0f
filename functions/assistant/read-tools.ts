/** The tools that only the server answers: they read one patent, its record, its citations, and literature. */
import { citedBy, type PatentSource, readPatent } from '#functions/patents/index.ts';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import type {
  CitationArguments,
  CitationsOutput,
  LiteratureArguments,
  PartArguments,
} from '#shared/assistant-tools.ts';
import { ProductError } from '#shared/errors.ts';
import { type LiteratureCatalog, literatureOf } from '#shared/literature.ts';
import type { CitingDocument } from '#shared/patent-document.ts';
import { assistantSettings } from './assistant-settings.ts';

type Source = Pick<PatentSource, 'readPatent' | 'citedBy'>;
const served: Source = { readPatent: (number) => readPatent(number), citedBy };

/** Characters of words that are too short to choose paragraphs by. */
const shortWord = 2;

/** Claims or paragraphs of a patent, as many as the model can take, and the headings of its description. */
export async function readPart(
  { ucid, part, from, to, words }: PartArguments,
  source: Source = served,
) {
  const document = await source.readPatent(ucid);
  const wanted = (words ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > shortWord);
  const isWanted = (text: string) =>
    wanted.length === 0 || wanted.some((word) => text.toLowerCase().includes(word));
  const parts = part === 'claims' ? document.claims : document.paragraphs;
  const chosen = parts.filter(
    ({ number, text }) => number >= (from ?? 1) && number <= (to ?? Infinity) && isWanted(text),
  );
  let left = assistantSettings.descriptionMaxLength;
  const shown = chosen.filter(({ text }) => {
    left -= text.length;
    return left >= 0;
  });
  return {
    ucid: document.ucid,
    title: document.title,
    part,
    headings: document.paragraphs.flatMap(({ number, heading }) =>
      heading ? [{ paragraph: number, heading }] : [],
    ),
    found: chosen.length,
    items: shown.map(({ number, text, ...more }) =>
      'dependsOn' in more ? { number, dependsOn: more.dependsOn, text } : { number, text },
    ),
  };
}

/** Events and family members of a record that the model gets, the latest ones. */
const recordEntries = 40;

/** What the record of a patent says, without its texts. */
export async function readRecord(ucid: string, source: Source = served) {
  const {
    abstract,
    abstract_marks,
    abstracts,
    claims,
    citations,
    drawings,
    events,
    family,
    literature,
    objects,
    paragraphs,
    printed_lines,
    translated_claims,
    ...record
  } = await source.readPatent(ucid);
  return {
    ...record,
    events: events?.slice(-recordEntries),
    family: family?.slice(0, recordEntries),
    family_members: family?.length ?? 0,
    claims: claims.length,
  };
}

/** Citations of one direction that the model gets. */
const citationEntries = 60;
const literatureEntries = 20;

/** What a patent cites, or who cites it. */
export async function readCitations(
  { ucid, direction }: CitationArguments,
  source: Source = served,
): Promise<CitationsOutput> {
  const document = await source.readPatent(ucid);
  if (direction === 'cited_by') {
    const citing = await source.citedBy(document.ucid);
    return {
      ucid: document.ucid,
      direction,
      total: citing.length,
      publications: citing.slice(0, citationEntries).map(citingEntry),
      literature: [],
    };
  }
  const { citations, literature = [] } = document;
  return {
    ucid: document.ucid,
    direction,
    total: citations.length + literature.length,
    publications: citations
      .slice(0, citationEntries)
      .map(({ number, date, name, by, category }) => ({
        number,
        date: date ?? null,
        title: name ?? null,
        by: by ?? null,
        category: category ?? null,
      })),
    literature: literature.slice(0, literatureEntries).map(({ text }) => text.slice(0, 300)),
  };
}

const citingEntry = ({ ucid, date, title, by, category }: CitingDocument) => ({
  number: ucid,
  date: date ?? null,
  title: title ?? null,
  by: by ?? null,
  category: category ?? null,
});

const literatureCatalogs = ['arxiv', 'wikipedia'] as const satisfies LiteratureCatalog[];
/** Rows that are looked at for their day, and those that are returned, by catalogue. */
const literatureDepth = 30;
const literatureShown = 8;
const literatureTextLength = 1200;

/** The nearest papers and articles. One without a day is left out where a day is asked for. */
export async function searchLiterature({ query, published_before }: LiteratureArguments) {
  const found = await Promise.all(
    literatureCatalogs.map(async (catalog) => {
      const hits = await literatureHits(catalog, query);
      const items = hits.map(({ row }) => literatureOf(catalog, row));
      return items
        .filter(({ published = '9' }) => !published_before || published < published_before)
        .slice(0, literatureShown);
    }),
  );
  return {
    items: found.flat().map(({ catalog, id, title, authors, published, text }) => ({
      catalog,
      id,
      title,
      authors,
      published: published ?? null,
      text: text.slice(0, literatureTextLength),
    })),
  };
}

async function literatureHits(catalog: LiteratureCatalog, text: string) {
  try {
    const { hits } = await queryPublishedIndex(wholeIndex(catalog), (index) =>
      index.search({ text, limit: literatureDepth, relevantOnly: true }),
    );
    return hits;
  } catch (error) {
    // This installation has not loaded it.
    if (error instanceof ProductError && error.code === 'IndexNotReady') return [];
    throw error;
  }
}
