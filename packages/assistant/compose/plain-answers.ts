import type { Context } from '../understand/context.ts';
import { describeFilters } from '../understand/filters.ts';
import type { Intent } from '../understand/intent.ts';
import { plain, unsourced } from './sources.ts';

const whatItDoes =
  'I search patents for an invention that you describe or a claim that you paste, read and compare patents, and chart a claim against earlier documents. For instance: *drones that fold their wings, priority before 2015*, or *show me the claims of US-10123456-B2*, or *what anticipates claim 1 of US-10123456-B2?*';

type PlainIntent = Extract<
  Intent,
  { kind: 'greeting' | 'about' | 'refuse' | 'off-topic' | 'ask-back' }
>;

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
    case 'ask-back':
      return unsourced(questionBack(intent, context));
  }
}

function questionBack(
  { about, filters = {} }: Extract<Intent, { kind: 'ask-back' }>,
  context: Context,
): string {
  const set = describeFilters(filters);
  const kept = set.length > 0 ? ` I keep ${set.map(plain).join('; ')}.` : '';
  switch (about) {
    case 'subject':
      return `What should the patents be about? Describe the thing in a sentence: what it is, what it does, and what is special about it.${kept}`;
    case 'patent':
      return `Which patent do you mean? Give its number with the kind code, as in US-10123456-B2, or paste the claim.${kept}`;
    case 'two':
      return 'Which documents should I compare? Name two, by their numbers in my last list or as US-10123456-B2.';
    case 'which': {
      const list = context.documents.map((ucid, position) => `${position + 1}: ${plain(ucid)}`);
      return `Which one do you mean? My last list had ${list.join(', ')}.`;
    }
  }
}
