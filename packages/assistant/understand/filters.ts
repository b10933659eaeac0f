import type { SearchFilters } from '#shared/assistant-tools.ts';
import { type DateField, findDates } from './dates.ts';

/** The filters in a message, and the rest of the message. */
export interface FoundFilters {
  filters: Partial<SearchFilters>;
  /** Owners whose documents are not wanted: "not by Hartwell Optics". */
  notBy: string[];
  /** Assumptions about filters that the message left open. */
  notes: string[];
  /** The message without the filters. */
  rest: string;
}

const stop =
  '(?=\\s*(?:$|[.,;:?!()]|\\b(?:before|after|since|until|about|on|for|published|filed|granted|with|in|that|which|and|or|only|where|whose|from|between|having|priority|kind|please|cpc)\\b))';
/** These words are followed by a name, even in lower case. The name ends where the sentence continues. */
const namedAssignee = new RegExp(
  `\\b(?:(?:which|that|and)\\s+(?:are|is)\\s+)?(?:assigned to|owned by|held by|assignees?(?:\\s+is)?:?|applicants?(?:\\s+is)?:?|patents?\\s+(?:by|from))\\s+(?<name>[\\w&.,'’ -]{2,60}?)${stop}`,
  'i',
);
/** A name with capitals: "by Hartwell Optics", but not "moved by a spring". */
const capitals = "[A-Z][\\w&.'’-]*(?:\\s+(?:of\\s+|and\\s+|&\\s+|de\\s+)?[A-Z][\\w&.'’-]*){0,5}";
const capitalAssignee = new RegExp(
  `\\b(?:(?:[Aa]ssigned|[Bb]elonging) to|(?:[Oo]wned|[Hh]eld|[Ff]iled) by|[Aa]ssignees?(?: is|:)?|[Bb]y|[Ff]rom)\\s+(?<name>${capitals})`,
);
const unwanted = new RegExp(
  `\\b(?:[Nn]ot|[Ee]xcept|[Ee]xcluding|[Oo]ther than|[Ww]ithout)\\s+(?:(?:those|documents|patents)\\s+)?(?:(?:by|from|of)\\s+)?(?<name>${capitals})`,
  'g',
);
const noName =
  /^(?:(?:it|its|this|that|the|a|an|someone|somebody|others?|another|any|whom|which|these|those|me|us|japan|germany|china|korea|europe|america)\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)$|\d)/i;

const cpcCode = /\b[A-HY]\d{2}[A-Z](?:\s?\d{1,4}(?:\/\d{2,6})?)?\b/g;
const namedCpc =
  /(?<lead>(?:\b(?:in|with|of|under|within|only)\s+)*(?:(?:the\s+)?(?:cpc|ipc)(?:\s+(?:class|group|code|symbol|subclass))?|class(?:ified)?(?:\s+(?:in|as|under))?)\s*:?\s*)(?<code>[A-HY]\d{2}(?:[A-Z](?:\s?\d{1,4}(?:\/\d{2,6})?)?)?)\b/gi;
const kindCode =
  /\b(?:(?:of\s+|with\s+|only\s+)?kinds?(?:\s+codes?)?\s*(?:of|is|=|:)?\s*(?<named>[A-Z]\d?|\d{2})\b|(?:only\s+)(?<only>[ABCESUY]\d)s?\b(?:\s+(?:patents|publications|documents)\b)?|(?<=\s|^)(?<counted>[ABCESUY]\d)s?\s+(?:only|patents|publications|documents)\b)/i;

/** Finds dates, codes and an assignee. `today` is YYYY-MM-DD. */
export function findFilters(message: string, today: string): FoundFilters {
  const filters: Partial<SearchFilters> = {};
  const notes: string[] = [];
  let rest = message;
  const take = (start: number, end: number) => {
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  };

  for (const { start, end, field, after, before } of findDates(message, today)) {
    const kind = field === 'priority' || field === 'filing' ? 'priority' : 'published';
    if (after) filters[`${kind}_after`] = after;
    if (before) filters[`${kind}_before`] = before;
    const note = noteOn(field);
    if (note && !notes.includes(note)) notes.push(note);
    take(start, end);
  }

  const codes = [...rest.matchAll(namedCpc)].map(({ index, groups, 0: whole }) => ({
    index,
    length: whole.length,
    code: groups!.code!,
  }));
  for (const { index, 0: code } of rest.matchAll(cpcCode))
    if (!codes.some((one) => index >= one.index && index < one.index + one.length))
      codes.push({ index, length: code.length, code });
  for (const { index, length } of codes) take(index, index + length);
  const [first, second] = codes.map(({ code }) => code.toUpperCase().replace(/\s/g, ''));
  if (first) filters.cpc = first;
  if (second) notes.push(`one CPC code can be set at a time, so I left out ${second}`);

  const kind = kindCode.exec(rest);
  if (kind) {
    const { named, only, counted } = kind.groups!;
    filters.kind_code = (named ?? only ?? counted)!.toUpperCase();
    take(kind.index, kind.index + kind[0].length);
  }

  const notBy = [...rest.matchAll(unwanted)].map(({ index, groups, 0: whole }) => {
    take(index, index + whole.length);
    return groups!.name!.replace(/[.,'’]+$/, '');
  });
  for (const pattern of [capitalAssignee, namedAssignee]) {
    const match = pattern.exec(rest);
    const name = match?.groups?.name?.trim().replace(/[.,'’]+$/, '');
    if (!match || !name || noName.test(name) || filters.assignee) continue;
    filters.assignee = name;
    take(match.index, match.index + match[0].length);
  }
  return { filters, notBy, notes, rest };
}

function noteOn(field: DateField | undefined): string | undefined {
  if (field === undefined) return 'you named no kind of date, so I took the publication date';
  if (field === 'filing') return 'filing dates cannot be filtered, so I took the priority date';
  if (field === 'grant') return 'grant dates cannot be filtered, so I took the publication date';
  return undefined;
}

/** The applied filters in words: those of this message and those set in the panel beside the chat. */
export function filtersInForce(own: Partial<SearchFilters>, applied: readonly string[]): string[] {
  const day = /^(priority|publication)_date ([<>=]) (\d{4})(\d{2})(\d{2})$/;
  const signs: Record<string, string> = { '<': 'before', '>': 'after', '=': 'on' };
  const words = applied.map((text) => {
    const [, kind, sign, ...date] = day.exec(text) ?? [];
    if (!kind)
      return text
        .replace(/ = /, ' ')
        .replace(/_/g, ' ')
        .replace(/[`*[\]<>|\\#~]+/g, ' ');
    return `${kind === 'priority' ? 'priority' : 'published'} ${signs[sign!]} ${date.join('-')}`;
  });
  return words.length > 0 ? words : describeFilters(own);
}

/** Filters in words: `priority before 2015-01-01`, `CPC G02B`. */
export function describeFilters(filters: Partial<SearchFilters>): string[] {
  const { priority_after, priority_before, published_after, published_before } = filters;
  return [
    priority_after && `priority after ${priority_after}`,
    priority_before && `priority before ${priority_before}`,
    published_after && `published after ${published_after}`,
    published_before && `published before ${published_before}`,
    filters.cpc && `CPC ${filters.cpc}`,
    filters.kind_code && `kind code ${filters.kind_code}`,
    filters.assignee && `assignee ${filters.assignee}`,
  ].filter((text): text is string => Boolean(text));
}
