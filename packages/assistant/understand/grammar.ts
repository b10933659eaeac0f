import { match, matchesAnywhere, type Pattern, pattern } from './pattern.ts';
import { readers } from './readers.ts';
import type { Token } from './tokens.ts';

/** What a phrase of a message means. */
export type PhraseKind =
  | 'clear'
  | 'not_assignee'
  | 'not_cpc'
  | 'not_kind'
  | 'not_office'
  | 'without_words'
  | 'with_words'
  | 'assignee'
  | 'inventor'
  | 'cpc'
  | 'kind'
  | 'office'
  | 'date'
  | 'else';

/** A phrase that says how to narrow a search, with its values. */
export interface Phrase {
  kind: PhraseKind;
  /** Tokens [from, to). */
  from: number;
  to: number;
  values: Record<string, string>;
}

const rule = (kind: PhraseKind, ...patterns: string[]) =>
  patterns.map((text) => ({ kind, pattern: pattern(text) }));

/** At each token the first rule that matches counts. `pattern.ts` says how patterns are written. */
const rules: readonly { kind: PhraseKind; pattern: Pattern }[] = [
  ...rule(
    'clear',
    'DROP the|any|all|my|both* what=DATEFILTER|OWNERFILTER|INVENTORFILTER|CLASSFILTER|KINDFILTER|OFFICEFILTER|WORDFILTER FILTERNOUN? $',
    'DROP ..3 what=FILTERNOUN $',
    'ANYOF what=DATEFILTER|OWNERFILTER|CLASSFILTER $',
  ),
  ...rule(
    'not_cpc',
    'EXCLUDE|NOT ARTICLE? CLASSLEAD* CLASSNOUN symbols=ALLSYMBOLS BELOW?',
    'EXCLUDE|NOT ARTICLE? CLASSLEAD* symbols=SYMBOLS BELOW?',
    'EXCLUDE|NOT THOSE? VERB? CLASSLEAD* symbols=SYMBOLS BELOW?',
  ),
  ...rule(
    'not_kind',
    'EXCLUDE|NOT office=OFFICE? kind=GRANT|APPLICATION|UTILITYMODEL',
    'EXCLUDE|NOT code=KINDCODE PATENT?',
  ),
  ...rule(
    'not_office',
    'EXCLUDE|NOT office=OFFICE PATENT',
    'EXCLUDE|NOT from the? office=OFFICE $',
  ),
  ...rule(
    'not_assignee',
    'EXCLUDE|NOT THOSE? BY|OWNEDBY|of the? names=NAMES',
    'EXCLUDE|NOT THOSE? the? names=NAMES',
    'WITHOUT names=NAMES',
  ),
  ...rule('with_words', 'PRONOUN|PLURAL|THOSE? MUST words=WORDS'),
  ...rule(
    'without_words',
    'EXCLUDE THOSE? VERB? words=WORDS',
    ',|; NOT THOSE? VERB? words=WORDS',
    '^ NOT THOSE? VERB? words=WORDS',
    'AND NOT THOSE? VERB? words=WORDS',
    ', WITHOUT words=WORDS',
    '^ WITHOUT words=WORDS $',
    'AND WITHOUT words=WORDS',
  ),
  ...rule('else', 'THOSE? BY|of|from ELSE'),
  ...rule('inventor', 'AND? INVENTEDBY :|is|are? names=ANNOUNCED', 'DID names=NAMES INVENT'),
  ...rule(
    'assignee',
    'that|which|and? is|are? OWNEDBY is|are|:? the? names=ANNOUNCED',
    'PATENT BY the? names=ANNOUNCED',
    'PATENT|PLURAL OF the? names=NAMES',
    'WHATHAVE names=NAMES HAVEVERB',
    'WHATHAVE names=NAMES here? $',
    'BY the? names=NAMES',
    'names=POSSESSIVE',
  ),
  ...rule(
    'cpc',
    'CLASSLEAD* CLASSNOUN CLASSLEAD* :? symbols=ALLSYMBOLS BELOW?',
    'CLASSLEAD* symbols=SYMBOLS BELOW?',
  ),
  ...rule(
    'kind',
    'of|with|only? KINDNOUN of|is|=|:? code=KINDCODE|NUMBER',
    'of|with|only? KINDNOUN code=CAPITAL',
    'ONLY code=KINDCODE PATENT?',
    'code=KINDCODE PATENT|only',
    'and|now? the? office=OFFICE kind=GRANT|APPLICATION|UTILITYMODEL only?',
    'kind=GRANT PATENT?',
    'kind=UTILITYMODEL',
    'ONLY kind=APPLICATION',
    'now? kind=APPLICATION INSTEAD',
    'published kind=APPLICATION',
    '^ now? kind=APPLICATION $',
  ),
  ...rule(
    'office',
    'only|and|from|in|of* the? office=OFFICE PATENT only?',
    ', ONLY? PATENT|ones from the? office=OFFICE',
    'ONLY PATENT|ones from the? office=OFFICE',
    'ONLY office=OFFICE',
    'only? office=OFFICE only',
    'and|now* the? office=OFFICE ones $',
    'is|are office=OFFICE $',
    'is|are? from the? office=OFFICE $',
  ),
  ...rule('date', 'date=DATE'),
  ...rule('else', 'ELSEWHO'),
];

/** The phrases of a message that narrow a search, from left to right, none overlapping another. */
export function findPhrases(tokens: readonly Token[]): Phrase[] {
  const found: Phrase[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = phraseAt(tokens, at);
    if (phrase) found.push(phrase);
    at = phrase?.to ?? at + 1;
  }
  return found;
}

/** In a longer message, which describes something, "not" and "must have" belong to the description. */
const longestRequest = 30;

function phraseAt(tokens: readonly Token[], at: number): Phrase | undefined {
  for (const { kind, pattern: elements } of rules) {
    if (kind.endsWith('_words') && tokens.length > longestRequest) continue;
    const found = match(elements, tokens, at, readers);
    if (found && found.end > at) return { kind, from: at, to: found.end, values: found.values };
  }
  return undefined;
}

const acts = {
  refuse: [
    'YOURS ..1 PROMPT',
    'YOUR ..1 CONFIG',
    'REVEAL ..6 ABOVE',
    'IGNORE ..5 ORDERS',
    'OTHER PEOPLE LINK* SEARCHED',
    'SEARCHES LINK* LINK OTHER PEOPLE',
    'KEY KEYLEAD',
    'KEYLEAD KEY',
    'JAILBREAK',
  ],
  greeting: ['^ GREET GREET? GREET? GREET? GREET? $'],
  about: ['ABOUTME', 'AREYOU ..2 BOT', '^ HELP $'],
  offTopic: ['OFFTOPIC'],
  legal: [
    'LEGAL',
    'is|are UCID|PRONOUN|PLURAL ..2 VALID',
    'is|are the? PATENT|CLAIM ..3 VALID',
    'UCID ..3 VALID',
    'VALID ..3 UCID',
  ],
  opinion: ['OPINION'],
  draft: ['^ can|could|would? you? please? DRAFT ..6 DRAFTED', 'DRAFT me? a|an|the ..2 DRAFTED'],
  plainWords: ['PLAINWORDS'],
  literature: [
    'FIND|SHOW ..3 LITERATURE',
    'in|on|from LITERATURE',
    'published|appeared in JOURNAL',
  ],
  addedMatter: ['ADDEDMATTER'],
  compare: ['COMPARE'],
  adds: ['ADDS'],
  invalidate: ['INVALIDATE', '^ ..3 CHART'],
  similar: ['SIMILAR'],
  whyNot: ['WHY ..12 ISNOT'],
  export: ['EXPORT'],
  sort: ['^ POLITE? SORT', 'SORT by'],
  summary: [
    'SUMMARY',
    'what ..3 PROBLEM ..5 SOLVE',
    'what ..4 ADVANTAGE',
    'what ..3 SOLUTION',
    'ADVANTAGE of',
    'PROBLEM of',
  ],
  define: ['DEFINE'],
  narrow: ['NARROW'],
  // "What does claim 3 depend on?" is answered by claim 3.
  dependsOn: ['CLAIM NUMBER ..3 DEPEND on $'],
  more: ['MORE'],
  question: ['^ so|and|but? QUESTION'],
  search: ['SEARCHWORD'],
  addition: ['^ JOIN? ADDITION'],
  change: ['^ CHANGE'],
  correct: ['CORRECT'],
  earlier: ['OLDER'],
  among: ['^ ..1 ONLY THOSE', '^ QUESTION of PLURAL'],
  ranking: ['EARLIERONES'],
} as const;

export type Act = keyof typeof acts;
const actPatterns = new Map<Act, Pattern[]>(
  Object.entries(acts).map(([act, texts]) => [act as Act, texts.map(pattern)]),
);

/** Whether a message, or what is left of it, has the words of an act. */
export const asksFor = (act: Act, tokens: readonly Token[]): boolean =>
  actPatterns.get(act)!.some((elements) => matchesAnywhere(elements, tokens, readers));
