import { noSearchFilters } from '#shared/assistant-tools.ts';
import type { Aspect, Fact, Intent, Part } from './intent.ts';
import type { Message } from './message.ts';

const maxCompared = 3;
/** Documents whose records are read for one answer: each takes a call. */
export const maxRecords = 7;

/** Classes of words that ask for a fact of the record. */
const factClasses: readonly [Fact, string][] = [
  ['owner', 'OWNER'],
  ['inventors', 'INVENTOR'],
  ['dates', 'WHEN'],
  ['classes', 'CLASSNOUN'],
  ['family', 'FAMILY'],
  ['cited by', 'CITEDBY'],
  ['cites', 'CITES'],
  ['status', 'STATUS'],
];
const factWords = [
  'FACTS',
  'FRAME',
  'FILLER',
  'ELSE',
  'PRONOUN',
  'PLURAL',
  ...factClasses.map(([, name]) => name),
];
const claimWords = [
  'CLAIM',
  'TREE',
  'DEPEND',
  'INDEPENDENT',
  'FRAME',
  'ONLY',
  'NUMBER',
  'SHOW',
  'PRONOUN',
];

const summaryWords = [
  'SUMMARY',
  'PROBLEM',
  'SOLUTION',
  'SOLVE',
  'ADVANTAGE',
  'PLAINWORDS',
  'ABSTRACT',
  'OLDER',
  'FRAME',
  'FILLER',
  'CARDINAL',
];

/** The intent of a message about certain documents, or about the one that the thread is about. */
export function aboutDocuments(message: Message): Intent | undefined {
  const { terms, given, notes, references, claimNumber, context, subject } = message;
  const { ucids, dangling } = references;
  const [first] = ucids;
  const filters = { ...noSearchFilters, ...given };
  const short = terms.size <= 3;
  const which: Intent = {
    kind: 'ask-back',
    about: context.documents.length > 0 ? 'which' : 'patent',
  };
  if (message.asks('whyNot')) {
    if (first) return { kind: 'why-not', ucid: first };
    if (context.documents.length > 0 && short) return which;
  }
  if (message.asks('compare') && (ucids.length > 0 || short)) return comparison(message);
  if (ucids.length === 2 && message.asks('adds') && !message.asks('invalidate'))
    return comparison(message);
  if (message.asks('invalidate') && !isByOthers(message)) {
    const hasSubject =
      message.without('INVALIDATE', 'CHART', 'CLAIM', 'NUMBER', 'FRAME').size > 0 && !claimNumber;
    const target = first ?? (hasSubject ? undefined : context.focus);
    if (target)
      return { kind: 'chart', target, claimNumber, filters, notes, against: ucids.slice(1) };
    if (!hasSubject) return { kind: 'ask-back', about: 'patent', filters: given };
  }
  if (ucids.length > 0 && message.asks('similar'))
    return {
      kind: 'similar',
      ucids: ucids.slice(0, maxCompared),
      earlier: message.asks('earlier'),
      filters,
      notes,
    };
  const asked = factsAsked(message);
  if (ucids.length > 1) return aboutSeveral(message, asked);
  if (references.several && asked.length > 0 && onlyFacts(message) && context.documents.length > 0)
    return records(context.documents, asked, false);
  const part = partOf(message, asked);
  // A number that no list has is not taken for the document that the thread is about.
  const focus = dangling ? undefined : context.focus;
  const target = first ?? (references.several ? undefined : focus);
  if (target && message.asks('define') && (first || terms.size <= 6)) {
    const term = termOf(message);
    if (term) return { kind: 'define', ucid: target, term };
  }
  if (target && context.term && message.asks('narrow'))
    return { kind: 'define', ucid: target, term: context.term };
  if (target && message.asks('summary') && isOnlySummary(message))
    return {
      kind: 'summary',
      ucid: target,
      ...aspectOf(message),
      isPlain: message.asks('plainWords'),
    };
  // "The claims" without "its" are those of the document that the thread is about.
  const ucid = first ?? (part && short && !message.asks('search') ? focus : undefined);
  if (ucid && part)
    return { kind: 'read', ucid, part, claimNumber, ...(asked.length > 0 && { asked }) };
  if (ucid) return aboutOne(message, ucid);
  if (
    context.focus &&
    !references.several &&
    terms.size > 0 &&
    message.asks('question') &&
    !message.asks('search')
  )
    return { kind: 'question', ucid: context.focus, question: subject };
  if (
    dangling &&
    short &&
    (part || message.asks('question') || message.asks('summary') || terms.size === 0)
  )
    return which;
  if (part && part !== 'facts' && terms.size === 0 && !Object.keys(given).length) return which;
  if (message.asks('summary') && terms.size === 0) return which;
  return undefined;
}

export const isByOthers = ({ phrases }: Message) => phrases.some(({ kind }) => kind === 'else');

function aboutSeveral(message: Message, asked: Fact[]): Intent {
  const { terms, references, subject } = message;
  const { ucids } = references;
  const isSorted = message.asks('sort');
  if (isSorted || (asked.length > 0 && onlyFacts(message))) return records(ucids, asked, isSorted);
  if (terms.size > 0) return { kind: 'question-all', ucids, question: subject };
  return records(ucids, [], false);
}

const records = (
  ucids: readonly string[],
  asked: Fact[],
  isSorted: boolean,
): Extract<Intent, { kind: 'records' }> => ({
  kind: 'records',
  ucids: [...ucids],
  asked,
  isSorted,
});

function aboutOne({ terms, subject }: Message, ucid: string): Intent {
  return terms.size > 0
    ? { kind: 'question', ucid, question: subject }
    : { kind: 'read', ucid, part: 'abstract' };
}

/** "Explain how it locks the hinge" is a question and asks for no summary. */
const isOnlySummary = (message: Message) => message.without(...summaryWords).size <= 2;

const onlyFacts = (message: Message) => message.without(...factWords).size === 0;

function factsAsked(message: Message): Fact[] {
  const asked = factClasses.flatMap(([fact, name]) => (message.has(name) ? [fact] : []));
  // "Cited by" also has a word of "cites".
  return asked.includes('cited by') ? asked.filter((fact) => fact !== 'cites') : asked;
}

function partOf(message: Message, asked: readonly Fact[]): Part | undefined {
  const { claimNumber } = message;
  if (message.has('TREE') && message.without(...claimWords).size === 0) return 'tree';
  if (message.has('INDEPENDENT') && message.without(...claimWords).size === 0) return 'independent';
  if (message.has('DEPEND') && message.without(...claimWords).size === 0)
    return message.asks('dependsOn') ? 'claims' : 'dependent';
  if (claimNumber || (message.has('CLAIM') && message.without('CLAIM', 'FRAME').size === 0))
    return 'claims';
  if ((message.has('FACTS') || asked.length > 0) && onlyFacts(message)) return 'facts';
  const only = (name: string) =>
    message.has(name) && message.without(name, 'FRAME', 'SHOW').size === 0;
  if (only('FIGURE')) return 'figures';
  if (only('DESCRIPTION')) return 'description';
  return only('ABSTRACT') ? 'abstract' : undefined;
}

/** The term whose meaning is asked for: in quotation marks, else what is left of the question. */
function termOf({ tokens }: Message): string | undefined {
  const inMarks = tokens.find(({ classes }) => classes.has('QUOTED'));
  if (inMarks) return inMarks.value;
  const left = tokens.filter(
    ({ classes }) =>
      !['DEFINE', 'FRAME', 'QUESTION', 'ARTICLE', 'MARK', 'STOP', 'DID', 'PRONOUN', 'SHOW'].some(
        (one) => classes.has(one),
      ),
  );
  return left.map(({ text }) => text).join(' ') || undefined;
}

function aspectOf(message: Message): { aspect?: Aspect } {
  const named: [Aspect, string][] = [
    ['problem', 'PROBLEM'],
    ['solution', 'SOLUTION'],
    ['advantages', 'ADVANTAGE'],
  ];
  const asked = named.filter(([, name]) => message.has(name));
  return asked.length === 1 && !message.has('SUMMARY') ? { aspect: asked[0]![0] } : {};
}

function comparison({ references, context }: Message): Intent {
  const { ucids } = references;
  const compared =
    ucids.length > 1
      ? ucids
      : ucids.length === 1
        ? [
            ucids[0]!,
            ...[context.focus, ...context.documents].filter((one) => one && one !== ucids[0]),
          ].slice(0, 2)
        : context.documents;
  const known = compared.filter((one): one is string => one !== undefined).slice(0, maxCompared);
  return known.length > 1 ? { kind: 'compare', ucids: known } : { kind: 'ask-back', about: 'two' };
}

/** "Which of these use a spring?", "which one is the oldest?" */
export function aboutList(message: Message): Intent | undefined {
  const { references, terms, subject, context } = message;
  const { documents } = context;
  if (!references.several || documents.length === 0) return undefined;
  if (message.asks('sort')) return records(documents, [], true);
  const { given } = message;
  if (terms.size === 0 && message.asks('among') && Object.keys(given).length > 0)
    return { ...records(documents, [], false), having: { ...noSearchFilters, ...given } };
  if (terms.size === 0 && message.asks('ranking') && documents.length > 1)
    return { kind: 'compare', ucids: documents.slice(0, maxCompared) };
  if (terms.size === 0 || message.has('FIND')) return undefined;
  return { kind: 'question-all', ucids: documents, question: subject };
}
