import {
  noSearchFilters,
  type RerankOutput,
  type SearchFilters,
  type SearchOutput,
} from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { filtersInForce } from '../understand/filters.ts';
import { firstQuote, titleOf } from './best-quote.ts';
import { coverageList, elementTable, nearestList } from './chart.ts';
import { plain, Sources, shorten } from './sources.ts';

/** A claim to be compared with earlier documents. */
export interface ChartedClaim {
  /** With the claims that it depends on. */
  text: string;
  number?: number;
  /** It is the target's first independent claim, which the tool takes by the target's UCID. */
  isFirst: boolean;
  /** The patent that has the claim; absent for a pasted one. */
  target?: PatentDocument;
  /** Day before which art counts, YYYY-MM-DD; absent if the target has no date. */
  date?: string;
}

interface Chart {
  claim: ChartedClaim;
  filters: SearchFilters;
  notes: readonly string[];
  found: SearchOutput | undefined;
  /** Documents that the person named, instead of those found. */
  against: readonly string[];
  candidates: SearchOutput['documents'];
  ranked: RerankOutput | undefined;
}

const maxListed = 5;
/** Documents without a match that are named. */
const maxNearest = 3;

/** A claim's elements with the best passages of earlier documents, and how many elements each document has. */
export function chartAnswer({
  claim,
  filters,
  notes,
  found,
  against,
  candidates,
  ranked,
}: Chart): string {
  const sources = new Sources();
  const opening =
    against.length > 0
      ? whatWasCharted(claim, noSearchFilters, [], [], sources)
      : whatWasCharted(claim, filters, notes, found?.applied ?? [], sources);
  if (!found && against.length === 0)
    return sources.close([opening, 'The search could not be made. Please try again.']);
  if (candidates.length === 0 && against.length === 0)
    return sources.close([
      opening,
      'No document was found there, so there is nothing to compare the claim with.',
    ]);
  if (!ranked)
    return sources.close([
      opening,
      'The documents found could not be compared with the claim. Please try again.',
    ]);
  const known = new Map(candidates.map((document) => [document.ucid, document]));
  const table = elementTable(ranked, sources);
  const list = coverageList(ranked, { known, date: claim.date, limit: maxListed }, sources);
  if (list === '') {
    const compared = ranked.documents.length;
    const which =
      compared === 1
        ? 'The document compared has no'
        : `None of the ${compared} documents compared has a`;
    const nearest = nearestList(ranked, { known, date: claim.date, limit: maxNearest }, sources);
    return sources.close([
      opening,
      `${which} text match for any element. I compare words: what is said in other words, I do not find.`,
      nearest === ''
        ? undefined
        : `The nearest as a whole, to be read first${compared > 1 ? '' : ' all the same'}:\n\n${nearest}`,
      table,
    ]);
  }
  return sources.close([
    opening,
    table,
    `Documents by the elements they have a passage for, of ${ranked.documents.length} compared:`,
    list,
    'A passage that resembles an element need not disclose it: read it in its place.',
  ]);
}

function whatWasCharted(
  { target, number, date, text }: ChartedClaim,
  filters: SearchFilters,
  notes: readonly string[],
  applied: readonly string[],
  sources: Sources,
): string {
  const filtered = filtersInForce(filters, applied).join('; ');
  const remarks = notes.length > 0 ? ` (${notes.map(plain).join('; ')})` : '';
  const where = filtered ? ` Searched among documents with ${filtered}${remarks}.` : '';
  if (!target)
    return `Your claim: “${shorten(plain(text), 200)}”.${where}${filters.priority_before || filters.published_before ? '' : ' You gave no priority date, so documents of any date are compared.'}`;
  const claim = target.claims.find((one) => one.number === number);
  const quote =
    (claim && firstQuote([{ part: 'claim', number: claim.number, text: claim.text }])) ??
    titleOf(target);
  const mark = quote ? ` ${sources.cite(target.ucid, quote)}` : '';
  const dated = target.priority_date
    ? `priority ${target.priority_date}`
    : `${date ? `no priority date known, so ${date} counts` : 'no date known, so documents of any date are compared'}`;
  return `Claim ${number} of **${plain(target.title)}** (${target.ucid}, ${dated})${mark}.${where}`;
}
