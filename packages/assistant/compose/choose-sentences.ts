import type { PatentDocument } from '#shared/patent-document.ts';
import { stemSet } from '../terms.ts';
import { type Passage, sentencesOf } from './best-quote.ts';
import type { Quote } from './sources.ts';

/** A sentence of a document with how well it says what is looked for. */
interface Rated {
  quote: Quote;
  score: number;
}

/** What a sentence about something has: expressions with their weights, and headings under which it stands. */
export interface Signs {
  words: readonly (readonly [RegExp, number])[];
  heading?: RegExp;
  /** Headings under which such sentences do not stand. */
  otherHeading?: RegExp;
}

const headingWeight = 1.5;
const minScore = 1.2;
/** The same where no sentence is that good. */
const minScoreOfFew = 0.5;
/** Sentences that are much longer are hard to read in a summary. */
const readableLength = 220;
/** Words of a sentence that repeat one chosen before, as a share. */
const mostRepeated = 0.6;

/** What every patent says of how it is to be read, which is nothing of the invention. */
const boilerplate =
  /\b(?:it (?:will|should|is to) (?:also )?be (?:understood|appreciated|noted)|will be (?:understood|appreciated|apparent)|those (?:of ordinary skill|skilled)|person skilled|skilled in the art|scope of the|without departing|is referred to as being|terms? [“"‘']|as used herein|incorporated (?:herein )?by reference|claims? (?:the )?(?:benefit|priority)|cross[- ]reference|provisional application|various (?:modifications|changes))/i;

const background =
  /background|prior art|state of the art|problem|related art|description of the related/i;
const gist = /summary|solution|disclosure|object/i;

export const problemSigns: Signs = {
  heading: background,
  otherHeading: gist,
  words: [
    [
      /\b(?:problem|drawback|disadvantage|shortcoming|difficult(?:y|ies)?|deficien\w+|suffers?|fails?|unfortunately)\b/i,
      1.4,
    ],
    [/\b(?:should|must|need(?:s|ed)?|desirable|would be|wanted|required)\b/i, 0.6],
    [
      /\b(?:however|yet|but|still|although|because|too (?:\w+)|hardly|cannot|can not|not\b|never|weakness|risk|fatal|danger\w*|expensive|costly|slow|late|loses?|lost|wears?|waste\w*|drains?|damage\w*|break\w*|leak\w*|unpleasant|inaccurate|unreliable)\b/i,
      0.7,
    ],
  ],
};

export const solutionSigns: Signs = {
  heading: gist,
  otherHeading: background,
  words: [
    [/\b(?:invention|object of|provides?|proposes?|solution|solved|achieved|according to)\b/i, 1],
    [/\b(?:comprises?|includes?|has|have|is|are|by|with)\b/i, 0.3],
  ],
};

export const advantageSigns: Signs = {
  otherHeading: /claims?|figures?|drawings?|field|background|prior art|problem/i,
  words: [
    [/\b(?:advantag\w+|benefi\w+|improv\w+|superior|better)\b/i, 1.4],
    [
      /\b(?:avoid\w*|prevent\w*|eliminat\w+|reduc\w+|increas\w+|rose|fell|sav(?:e|es|ed|ing)|faster|cheaper|longer|lighter|smaller|less|fewer|more reliabl\w+|without (?:any )?\w+|no \w+ (?:is|are) needed|need not|not needed|no longer|only)\b/i,
      0.8,
    ],
    [
      /\b(?:so that|thereby|therefore|as a result|which (?:allows|enables|keeps|makes)|allows|enables|in that way)\b/i,
      0.7,
    ],
    [/\b\d[\d.,]*\s*(?:percent|%|times|fold|hours?|minutes?|days?|years?)\b/i, 0.5],
  ],
};

/** Passages of a document under the headings that stand before them. */
function underHeadings({ paragraphs }: PatentDocument): { passage: Passage; heading: string }[] {
  let heading = '';
  return paragraphs.map((paragraph) => {
    heading = paragraph.heading ?? heading;
    const { number, text } = paragraph;
    return { passage: { part: 'paragraph', number, text }, heading };
  });
}

/** The sentences that say best what is looked for, in the order of the document, none repeating another. */
export function chooseSentences(document: PatentDocument, signs: Signs, most: number): Quote[] {
  const rated: Rated[] = [];
  const abstract: Passage = { part: 'abstract', number: null, text: document.abstract };
  for (const { passage, heading } of [
    { passage: abstract, heading: '' },
    ...underHeadings(document),
  ]) {
    const { part, number } = passage;
    for (const [position, text] of sentencesOf(passage.text).entries()) {
      // A part of a sentence that was cut says little by itself.
      if (!/^[\p{Lu}\d“"(]/u.test(text) || boilerplate.test(text)) continue;
      const words = signs.words.reduce(
        (sum, [pattern, weight]) => sum + (pattern.test(text) ? weight : 0),
        0,
      );
      const place =
        (signs.heading?.test(heading) ? headingWeight : 0) -
        (signs.otherHeading?.test(heading) ? headingWeight : 0);
      const length = Math.max(0, text.length - readableLength) / readableLength;
      const score = words + (words > 0 ? place : 0) - length - position * 0.02;
      if (score >= minScoreOfFew) rated.push({ quote: { text, place: { part, number } }, score });
    }
  }
  const best = rated.toSorted((one, other) => other.score - one.score);
  const minimum = best[0] && best[0].score < minScore ? minScoreOfFew : minScore;
  const chosen: Quote[] = [];
  for (const { quote, score } of best) {
    if (score < minimum) break;
    if (chosen.length === most) break;
    if (!chosen.some((other) => repeats(quote.text, other.text))) chosen.push(quote);
  }
  return chosen.toSorted((one, other) => (one.place.number ?? 0) - (other.place.number ?? 0));
}

function repeats(one: string, other: string): boolean {
  const [words, theirs] = [stemSet(one), stemSet(other)];
  const shared = [...words].filter((word) => theirs.has(word)).length;
  return shared > mostRepeated * Math.min(words.size, theirs.size);
}
