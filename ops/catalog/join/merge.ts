import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, ucidStem } from '#shared/ucid.ts';
import { fitted } from '../formats/patent-document.ts';
import { alignLines } from './align-lines.ts';
import { type PatentPiece, ranks, servedSource } from './piece.ts';

type Parts = Partial<PatentDocument>;
type Key = keyof PatentDocument;
type Piece = Pick<PatentPiece, 'source' | 'rank' | 'parts' | 'lines'> & {
  about?: string;
  file?: string;
};

/** Parts of which the best source's is taken as it is. */
const chosen = [
  'title',
  'abstract',
  'claims',
  'paragraphs',
  'filing_date',
  'priority_date',
  'publication_date',
  'grant_date',
  'application_number',
  'family_id',
  'family_basis',
  'kind_code',
  'assignees',
  'assignees_normalized',
  'inventors',
  'cpc',
  'priority_claims',
  'type',
  'ipc',
  'uspc',
  'locarno',
  'international_filing_date',
  'international_publication',
  'international_language',
  'national_stage_date',
  'term_adjustment_days',
  'terminal_disclaimer',
  'withdrawn',
  'corrects',
  'replaced_by',
  'drawings',
  'sequences',
  'printed_lines',
  'truncated',
] as const satisfies Key[];
/** Parts that belong to the texts that they come with. */
const companions: Partial<Record<Key, Key[]>> = {
  abstract: ['abstract_marks'],
  claims: ['language', 'translated_claims'],
  paragraphs: ['language'],
};
/** Beginning of a status that is only the last of the events. A register's own word comes before it. */
export const lastEvent = 'Last event: ';
/** Marks that point to objects. */
const objectMarks = new Set(['formula', 'chemistry', 'image', 'sequence']);

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * One document of all that is known about it: of each part the best source's, of equals the later; lists of citations, events
 * and languages are put together.
 * @param pieces in the order of reading
 */
export function mergePieces(ucid: string, pieces: readonly Piece[]): PatentDocument {
  const best = pieces.toReversed().toSorted((a, b) => b.rank - a.rank);
  const merged: Parts = {};
  const given = new Map<Piece, Set<string>>();
  const note = (piece: Piece, part: string) => {
    const parts = given.get(piece) ?? new Set();
    given.set(piece, parts.add(part));
  };
  const take = <K extends Key>(piece: Piece, key: K) => {
    merged[key] = piece.parts[key];
    note(piece, key);
  };
  for (const key of chosen) {
    // The classification records have the classes of today, publications those of their day.
    const order = key === 'cpc' ? best.toSorted((a, b) => newness(b) - newness(a)) : best;
    const source = order.find(({ parts }) => !isEmpty(parts[key]));
    if (!source) continue;
    take(source, key);
    for (const companion of companions[key] ?? []) {
      if (!isEmpty(source.parts[companion])) merged[companion] = source.parts[companion] as never;
    }
  }
  mergeObjects(merged, best, given);
  for (const piece of best) {
    const { parts } = piece;
    const add = <K extends Key>(key: K, value: Parts[K]) => {
      if (isEmpty(parts[key])) return;
      merged[key] = value;
      note(piece, key);
    };
    add('titles', { ...parts.titles, ...merged.titles });
    add('abstracts', { ...parts.abstracts, ...merged.abstracts });
    add('citations', mergedCitations(merged.citations, stillCited(piece, best)));
    add(
      'literature',
      byKey([merged.literature, parts.literature], ({ text }) => plain(text)),
    );
    add(
      'related',
      byKey([merged.related, parts.related], ({ number }) => number),
    );
    add(
      'family',
      byKey([merged.family, parts.family], (member) => member.ucid),
    );
    add(
      'events',
      byKey([merged.events, parts.events], ({ date, code, text }) => `${date} ${code} ${text}`),
    );
  }
  // A later record of owners or of the status knows more.
  merged.owners = newest(pieces, 'owners', latestOwner);
  const told = pieces.filter(({ parts }) => !parts.status?.text.startsWith(lastEvent));
  const dateOf = ({ as_of }: NonNullable<Parts['status']>) => as_of;
  merged.status = newest(told, 'status', dateOf) ?? newest(pieces, 'status', dateOf);
  for (const key of ['owners', 'status'] as const) {
    const source = pieces.find(({ parts }) => merged[key] && parts[key] === merged[key]);
    if (source) note(source, key);
  }
  merged.events = merged.events?.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1));
  const printed = best.find(({ lines }) => lines);
  // Only grants are printed in columns; a number may be that of an application as well.
  if (printed?.lines && merged.paragraphs?.every((one) => one.printed === undefined)) {
    const { paragraphs, claims = [] } = merged;
    merged.printed_lines = alignLines({ paragraphs, claims }, printed.lines);
    note(printed, 'printed_lines');
  }
  return whole(ucid, merged, given);
}

const latestOwner = (owners: NonNullable<Parts['owners']>) =>
  owners.reduce((latest, { since = '' }) => (since > latest ? since : latest), '');

const newness = ({ source }: Piece) => Number(/classification record/i.test(source));

/** Objects belong to the source that most texts come from: only its marks may point to them. */
function mergeObjects(merged: Parts, best: readonly Piece[], given: Map<Piece, Set<string>>): void {
  const owner = best.find(({ parts }) => !isEmpty(parts.objects));
  if (!owner) return;
  merged.objects = owner.parts.objects;
  given.set(owner, (given.get(owner) ?? new Set()).add('objects'));
  const bare = <T extends { marks?: { kind: string }[] }>(part: T): T => ({
    ...part,
    marks: part.marks?.filter(({ kind }) => !objectMarks.has(kind)),
  });
  if (merged.claims !== owner.parts.claims) merged.claims = merged.claims?.map(bare);
  if (merged.paragraphs !== owner.parts.paragraphs) {
    merged.paragraphs = merged.paragraphs?.map(bare);
  }
}

/**
 * Citations of a piece. A publication that replaces the served one says anew what it cites; what records with a phase of the
 * procedure added stays.
 */
function stillCited({ source, parts }: Piece, all: readonly Piece[]) {
  const isReplaced =
    source === servedSource &&
    all.some(({ rank, parts: { citations } }) => rank === ranks.office && citations);
  return isReplaced ? parts.citations?.filter(({ phase }) => phase) : parts.citations;
}

/** The same cited number is one citation, with all that is known of it. */
function mergedCitations(
  first: readonly PatentCitation[] = [],
  second: readonly PatentCitation[] = [],
): PatentCitation[] {
  const key = ({ number }: PatentCitation) => {
    const parsed = parsePublicationNumber(number);
    return parsed ? ucidStem(parsed) : number;
  };
  const found = new Map<string, PatentCitation[]>();
  for (const citation of first)
    found.set(key(citation), [...(found.get(key(citation)) ?? []), citation]);
  const added: PatentCitation[] = [];
  for (const citation of second) {
    const same = found.get(key(citation));
    if (!same) added.push(citation);
    // Of several citations of one number, each has its own category and passages.
    else if (same.length === 1) Object.assign(same[0]!, { ...citation, ...definedOf(same[0]!) });
  }
  return [...first, ...added];
}

const definedOf = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

function byKey<T>(lists: readonly (readonly T[] | undefined)[], keyOf: (value: T) => string): T[] {
  const found = new Map<string, T>();
  for (const value of lists.flatMap((list) => list ?? [])) {
    if (!found.has(keyOf(value))) found.set(keyOf(value), value);
  }
  return [...found.values()];
}

const plain = (text: string) => text.toLowerCase().replace(/\W+/g, ' ').trim();

function newest<K extends Key>(
  pieces: readonly Piece[],
  key: K,
  dateOf: (value: NonNullable<Parts[K]>) => string | undefined,
): Parts[K] | undefined {
  let found: Parts[K] | undefined;
  let latest = '';
  for (const { parts } of pieces) {
    const value = parts[key];
    if (isEmpty(value)) continue;
    const date = dateOf(value!) ?? '';
    if (!found || date >= latest) [found, latest] = [value, date];
  }
  return found;
}

/** By the first letter of what pieces are about: records that hold for more than one publication. */
const scopes: Record<string, 'application' | 'number'> = { a: 'application', n: 'number' };

/** A source with the parts that it gave. What a served document gave comes from its own sources. */
function sourcesOf({ source, file, about = '', parts: has }: Piece, given: ReadonlySet<string>) {
  if (source !== servedSource) {
    const scope = scopes[about[0] ?? ''];
    return [
      {
        name: source,
        ...(file && { file: file.slice(-300) }),
        parts: [...given].sort(),
        ...(scope && { scope }),
      },
    ];
  }
  return (has.sources ?? [])
    .map((one) => ({ ...one, parts: one.parts.filter((part) => given.has(part)) }))
    .filter(({ parts }) => parts.length > 0);
}

function whole(ucid: string, merged: Parts, given: Map<Piece, Set<string>>): PatentDocument {
  const document: PatentDocument = {
    ...merged,
    ucid,
    title: merged.title ?? '',
    abstract: merged.abstract ?? '',
    claims: merged.claims ?? [],
    paragraphs: merged.paragraphs ?? [],
    assignees: merged.assignees ?? [],
    inventors: merged.inventors ?? [],
    cpc: merged.cpc ?? [],
    citations: merged.citations ?? [],
    priority_claims: merged.priority_claims ?? [],
    sources: [...given].flatMap(([piece, parts]) => sourcesOf(piece, parts)),
  };
  return fitted(definedOf(document) as PatentDocument);
}
