import { noSearchFilters } from '#shared/assistant-tools.ts';
import { stemSet } from '../terms.ts';
import type { Intent, Part } from './intent.ts';
import { type Message, without } from './message.ts';
import { asks } from './wording.ts';

const maxCompared = 3;

/** The intent of a message about certain documents, or about the one that the thread is about. */
export function aboutDocuments(message: Message): Intent | undefined {
  const { text, terms, given, notes, references, claimNumber, context } = message;
  const { ucids, dangling } = references;
  const [first] = ucids;
  const filters = { ...noSearchFilters, ...given };
  const short = terms.size <= 3;
  const which: Intent = {
    kind: 'ask-back',
    about: context.documents.length > 1 ? 'which' : 'patent',
  };
  if (asks.whyNot.test(text)) {
    if (first) return { kind: 'why-not', ucid: first };
    if (context.documents.length > 0 && short) return which;
  }
  if (asks.compare.test(text) && (ucids.length > 0 || short)) return comparison(message);
  if (asks.invalidate.test(text) && !asks.others.test(text)) {
    const hasSubject = without(message.subject, asks.invalidate).size > 0 && !claimNumber;
    const target = first ?? (hasSubject ? undefined : context.focus);
    if (target) return { kind: 'chart', target, claimNumber, filters, notes };
    if (!hasSubject) return { kind: 'ask-back', about: 'patent', filters: given };
  }
  if (first && ucids.length === 1 && asks.similar.test(text))
    return { kind: 'similar', ucid: first, earlier: asks.earlier.test(text), filters, notes };
  if (ucids.length > 1)
    return terms.size > 0 && !asks.legal.test(text)
      ? { kind: 'question-all', ucids, question: message.subject }
      : { kind: 'compare', ucids: ucids.slice(0, maxCompared) };
  const part = partOf(message);
  // "The claims" without "its" are those of the document that the thread is about.
  const ucid = first ?? (part && short && !asks.search.test(text) ? context.focus : undefined);
  if (ucid && part) return { kind: 'read', ucid, part, claimNumber };
  if (ucid) return aboutOne(message, ucid);
  if (
    context.focus &&
    !references.several &&
    terms.size > 0 &&
    asks.question.test(text) &&
    !asks.search.test(text)
  )
    return { kind: 'question', ucid: context.focus, question: message.subject };
  if (dangling && short && (part || asks.question.test(text) || terms.size === 0)) return which;
  if (part && part !== 'facts' && terms.size === 0 && !Object.keys(given).length) return which;
  return undefined;
}

function aboutOne({ terms, subject }: Message, ucid: string): Intent {
  return terms.size > 0
    ? { kind: 'question', ucid, question: subject }
    : { kind: 'read', ucid, part: 'abstract' };
}

function partOf({ text, terms, claimNumber }: Message): Part | undefined {
  const left = (pattern: RegExp) => {
    const words = stemSet(text.replace(new RegExp(pattern, 'gi'), ' '));
    return [...words].filter((word) => terms.has(word)).length === 0;
  };
  if (claimNumber || (asks.claims.test(text) && left(asks.claims))) return 'claims';
  if (asks.facts.test(text) && left(asks.facts)) return 'facts';
  if (asks.description.test(text) && left(asks.description)) return 'description';
  return asks.abstract.test(text) && left(asks.abstract) ? 'abstract' : undefined;
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
export function aboutList({ references, terms, subject, context, text }: Message) {
  const { documents } = context;
  if (!references.several || documents.length === 0) return undefined;
  if (terms.size === 0 && asks.overview.test(text) && documents.length > 1)
    return { kind: 'compare' as const, ucids: documents.slice(0, maxCompared) };
  if (terms.size === 0 || /\b(?:find|search)\b/i.test(text)) return undefined;
  return { kind: 'question-all' as const, ucids: documents, question: subject };
}
