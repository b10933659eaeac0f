import type { PatentDocument } from '#shared/patent-document.ts';

/** Characters of each of the two. */
const longest = 500;

/** Headings of what other applications, owners and drawings say. */
const otherHeading = /cross|related|priority|government|sponsor|drawing|figure|incorporat/i;
const otherText =
  /^(?:this|the present) (?:application|patent)\b.{0,80}\b(?:claim|continuation|division|relat|filed|national)/i;
const fieldHeading = /\bfield\b|technical/i;
const fieldText =
  /\b(?:invention|disclosure|application) (?:relates|pertains|is directed|concerns)\b/i;
const problemText =
  /\b(?:problem|drawback|disadvantage|shortcoming|difficult(?:y|ies)|there is (?:a|thus|therefore)[^.]{0,30} need|object of the (?:present )?invention)\b/i;

/**
 * What a description says of the field of the invention and of the problem: the paragraph of each, as far as the drafter's
 * usual words tell it. Empty where there is no description.
 */
export function fieldAndProblem(paragraphs: PatentDocument['paragraphs']): string {
  const told = withHeadings(paragraphs).filter(
    ({ heading, text }) => !otherHeading.test(heading) && !otherText.test(text) && isSentence(text),
  );
  const field =
    told.find(({ text }) => fieldText.test(text)) ??
    told.find(({ heading }) => fieldHeading.test(heading)) ??
    told[0];
  const problem = told.find(({ text }) => problemText.test(text));
  const texts = [field, problem].flatMap((one) => one?.text.slice(0, longest) ?? []);
  return [...new Set(texts)].join(' ');
}

/** Paragraphs with the heading above them, which may stand before an earlier one. */
function withHeadings(paragraphs: PatentDocument['paragraphs']) {
  let heading = '';
  return paragraphs.map((paragraph) => {
    heading = paragraph.heading ?? heading;
    return { heading, text: paragraph.text };
  });
}

/** Not `1. Field of the Invention` on a line of its own. */
const isSentence = (text: string) => text.split(/\s+/, 8).length === 8;
