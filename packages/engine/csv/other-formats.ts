import { wordsIn } from '../count-words.ts';
import { DatasetError } from '../errors.ts';
import { refused } from '../formats/refused.ts';
import { commonestCount, type HeadRecord } from './dialect.ts';

/** The beginning of a page, unless it is a cell. */
const HTML = /^<(!doctype\s+html|html|head|body|table)\b[^<>]*>(?!\s*[,;\t|])/i;
const XML = /^<\?xml\b/i;
/** The beginning of an object, or of a list of objects or lists. Cells of a CSV file may have it too. */
const JSON_BEGINNING = /^(\{\s*"|\[\s*(\{\s*"|\[\s*["\d-]))/;

/** Lines that are looked at: some may be broken. */
const LOOKED_AT = 10;
const LIST_OF_OBJECTS = /^\[\s*\{/;

function isObject(json: string): boolean {
  try {
    return typeof JSON.parse(json) === 'object';
  } catch {
    return false;
  }
}

/**
 * Refuses a text in a format that is not read, naming it. JSON in UTF-8 was converted before.
 * @param whole whether the text is the whole file
 * @throws DatasetError `not_csv`
 */
export function refuseTextFormats(beginning: string, whole: boolean): void {
  const text = beginning.replaceAll('\ufeff', '').trim();
  if (HTML.test(text)) throw refused('an HTML page');
  if (XML.test(text)) throw refused('an XML document');
  if (jsonForm(text, whole)) {
    throw refused('JSON in another encoding than UTF-8', 'Save it in UTF-8 and upload it again.');
  }
}

/**
 * The form of a text of JSON: an object in each line, a list of objects, or another one; undefined if it is none.
 * @param whole whether the text is the whole file
 */
export function jsonForm(
  beginning: string,
  whole: boolean,
): 'lines' | 'list' | 'other' | undefined {
  const text = beginning.replaceAll('\ufeff', '').trim();
  if (!JSON_BEGINNING.test(text)) return undefined;
  const [first = '', second] = text.split(/\r?\n/, 2);
  if (first.startsWith('{') && isObject(first)) {
    const lines = text.split(/\r?\n/, LOOKED_AT);
    // A last line that is not whole cannot be read.
    const others = lines.slice(1, whole ? undefined : -1).filter((line) => line.trim() !== '');
    if (others.length === 0 || others.some(isObject)) return 'lines';
  }
  // A row of a CSV file may be a JSON value as well, so only what goes on is one.
  const goesOn = second === undefined ? !whole : /[[{,]\s*$/.test(first);
  if (!goesOn && !(whole && isObject(text))) return undefined;
  return LIST_OF_OBJECTS.test(text) ? 'list' : 'other';
}

const MIN_LINES = 5;
/** Words of a name; the first line of a text is longer. */
const NAME_WORDS = 3;
/** Below this share of records with the same number of cells, delimiters may be those of sentences. */
const UNSURE_SHARE = 0.6;
const SENTENCE_WORDS = 4;

/** In a text, so many lines at least are followed by blank ones; a column of few words has them where it is empty. */
const BLANK_SHARE = 0.1;
/** Rows of one column mostly begin in one way, with a capital, a small letter or a digit; lines of a text do not. */
const ALIKE_SHARE = 0.8;
const BEGINNINGS = [/^\p{Lu}/u, /^\p{Ll}/u, /^\p{L}/u, /^\d/];

/** Whether records are the lines of a text with paragraphs, headings or lists, such as a licence or a manual. */
function areParagraphs(records: readonly HeadRecord[]): boolean {
  const followed = records.filter(({ line }, i) => i > 0 && line > records[i - 1]!.lineAfter);
  if (followed.length < BLANK_SHARE * (records.length - 1)) return false;
  const kinds = records.map(({ cells }) => {
    const begin = cells.join('').trimStart();
    return BEGINNINGS.findIndex((kind) => kind.test(begin));
  });
  const counts = Map.groupBy(kinds, (kind) => kind);
  const most = Math.max(...Array.from(counts.values(), (list) => list.length));
  return most <= ALIKE_SHARE * records.length;
}

/**
 * Refuses texts without a table: paragraphs, and sentences whose lines have different numbers of commas, nearly all with a
 * space after them, where the first line has no short names.
 * @throws DatasetError `not_csv`
 */
export function refuseProse(records: readonly HeadRecord[]): void {
  const { cells, share } = commonestCount(records);
  if (share >= UNSURE_SHARE || records.length < MIN_LINES) return;
  if (areParagraphs(records)) throw plainText('its lines are those of paragraphs');
  if (cells > 0 && areSentences(records)) throw plainText('its commas stand in sentences');
}

const plainText = (why: string) =>
  new DatasetError(
    'not_csv',
    `This is plain text, not a CSV file: ${why}. Export a table as CSV and upload that. A cell with commas needs quotes around it.`,
    1,
  );

function areSentences(records: readonly HeadRecord[]): boolean {
  const [first, ...lines] = records.map((record) => record.cells) as [string[], ...string[][]];
  const isName = (cell: string) => cell.trim() !== '' && wordsIn(cell.trim()) <= NAME_WORDS;
  if (first.length > 1 && first.every(isName)) return false;
  const later = lines.flatMap((line) => line.slice(1));
  const spaced = later.filter((cell) => cell === '' || cell.startsWith(' '));
  const words = lines.reduce((sum, line) => sum + wordsIn(line.join(' ')), 0);
  return spaced.length >= 0.9 * later.length && words >= SENTENCE_WORDS * lines.length;
}
