import type { Context } from '../understand/context.ts';
import { describeFilters } from '../understand/filters.ts';
import type { Intent, Undone } from '../understand/intent.ts';
import { plain, unsourced } from './sources.ts';

const whatItDoes =
  'I search patents for an invention that you describe or a claim that you paste, read and compare patents, and chart a claim against earlier documents. For instance: *drones that fold their wings, priority before 2015*, or *show me the claims of US-10123456-B2*, or *what anticipates claim 1 of US-10123456-B2?*';

type PlainIntent = Extract<
  Intent,
  { kind: 'greeting' | 'about' | 'refuse' | 'off-topic' | 'cannot' | 'ask-back' }
>;

/** What it does not do, who would, and what it can do instead. */
const undone: Record<Undone, string> = {
  legal:
    'I cannot say whether a patent is valid or infringed, or what you may do: that is legal advice, for which you need a patent attorney. I can show its claims, chart a claim against earlier documents, find where it explains a term, and give the status that its record has.',
  opinion:
    'I cannot judge or recommend: I have no opinion, and for one you need a person, or a language model that explains its reasons. I can give facts to judge by: claims, dates, owners, citations, and comparisons of two documents.',
  draft:
    'I cannot write or translate texts: that takes a person or a language model. I can show claims and passages of patents as models, word for word, and search for what is close to your text.',
  literature:
    'I cannot search there: I search only the patents that this catalogue holds, no papers, journals or web pages. I can search these patents for the subject, and list the literature that a patent cites.',
};

/** Answers that need no documents. */
export function plainAnswer(intent: PlainIntent, context: Context): string {
  switch (intent.kind) {
    case 'greeting':
      return unsourced(`Hello. ${whatItDoes}`);
    case 'about':
      return unsourced(`I am Dexi, here a program without a language model. ${whatItDoes}`);
    case 'refuse':
      return unsourced(
        'I cannot help with that: I neither show nor change how I was set up, and I see only your own thread.',
        whatItDoes,
      );
    case 'off-topic':
      return unsourced(`I can only help with patents. ${whatItDoes}`);
    case 'cannot':
      return unsourced(undone[intent.about] + named(intent.ucid));
    case 'ask-back':
      return unsourced(questionBack(intent, context));
  }
}

const named = (ucid: string | undefined) =>
  ucid ? ` For instance: *chart claim 1 of ${plain(ucid)}*, or *is ${plain(ucid)} in force?*` : '';

function questionBack(
  { about, filters = {}, day }: Extract<Intent, { kind: 'ask-back' }>,
  context: Context,
): string {
  const set = describeFilters(filters);
  const kept = set.length > 0 ? ` I keep ${set.map(plain).join('; ')}.` : '';
  switch (about) {
    case 'subject':
      return `What should the patents be about? Describe the thing in a sentence: what it is, what it does, and what is special about it.${kept}`;
    case 'patent':
      return `Which patent do you mean? Give its number with the kind code, as in US-10123456-B2, or paste the claim.${kept}`;
    case 'day': {
      const name = day?.kind === 'published' ? 'publication' : 'priority';
      return `The ${name} date ${day?.day}: before that day, or on it? Say *before*, *on it* or *after*.${kept}`;
    }
    case 'two':
      return 'Which documents should I compare? Name two, by their numbers in my last list or as US-10123456-B2.';
    case 'which': {
      const list = context.documents.map((ucid, position) => `${position + 1}: ${plain(ucid)}`);
      return `Which one do you mean? My last list had ${list.join(', ')}.`;
    }
  }
}
