import type { PatentDocument, PatentPlace } from './patent-document.ts';

/** Words of a paragraph that name it where nothing is printed. */
const firstWords = 6;

/**
 * How a reader of the paper finds a passage: `claim 3`, `abstract`, `[0012]` where the publication prints paragraph
 * numbers, `column 4, lines 23–31` where the source gives printed lines, else heading and first words of the paragraph.
 */
export function placeName(
  document: Pick<PatentDocument, 'paragraphs' | 'printed_lines'>,
  {
    part,
    number,
    start = 0,
    end = start + 1,
  }: Pick<PatentPlace, 'part' | 'number'> & Partial<PatentPlace>,
): string {
  if (part === 'claim') return `claim ${number}`;
  if (part !== 'paragraph') return part;
  const at = document.paragraphs.findIndex((one) => one.number === number);
  const paragraph = document.paragraphs[at];
  if (!paragraph) return 'description';
  if (paragraph.printed !== undefined) return `[${String(paragraph.printed).padStart(4, '0')}]`;
  const printed = printedPlace(document, { part, number, start, end });
  if (printed) return printed;
  const found = document.paragraphs.slice(0, at + 1).findLast((one) => one.heading)?.heading;
  const heading = found && headingName(found.split('\n').at(-1)!.trim());
  const words = paragraph.text.trim().split(/\s+/);
  const beginning = words.slice(0, firstWords).join(' ') + (words.length > firstWords ? ' …' : '');
  return `${heading || 'description'}, “${beginning}”`;
}

/** Characters of a heading that names a place. */
const longestHeading = 60;
/** Words of the headings that most publications have. */
const usual =
  /^(?:(?:a|an|and|art|best|brief|background|carrying|description|detailed|discussion|disclosure|drawings?|embodiments?|examples?|exemplary|field|figures?|for|general|illustrative|invention|mode|object|of|out|preferred|prior|problem|related|several|specific|statement|summary|technical|the|to|views?)\b[\s,.:;-]*)+$/i;

/** A heading as a name: the usual ones are printed in capitals, and fill lines; long ones are cut. */
function headingName(heading: string): string {
  const isLoud = heading === heading.toUpperCase() && usual.test(heading);
  const name = isLoud ? heading[0]! + heading.slice(1).toLowerCase() : heading;
  if (name.length <= longestHeading) return name;
  return `${name.slice(0, longestHeading).replace(/\s+\S*$/, '')} …`;
}

type Place = Pick<PatentPlace, 'part' | 'number' | 'start' | 'end'>;

/** `column 4, lines 23–31`, `column 1, line 67 – column 2, line 3`. */
function printedPlace(
  { printed_lines = [] }: Pick<PatentDocument, 'printed_lines'>,
  { part, number, start, end }: Place,
): string | undefined {
  const lines = printed_lines.filter((line) => line.part === part && line.number === number);
  const first = lines.findLast((line) => line.start <= start);
  const last = lines.findLast((line) => line.start < end);
  if (!first || !last) return undefined;
  if (first.column !== last.column) {
    return `column ${first.column}, line ${first.line} – column ${last.column}, line ${last.line}`;
  }
  return first.line === last.line
    ? `column ${first.column}, line ${first.line}`
    : `column ${first.column}, lines ${first.line}–${last.line}`;
}
