import {
  type CheckedWords,
  mostWordsOf,
  type PhraseWord,
  tooCommonWords,
  tooManyWords,
  withoutWords,
} from '../word-query.ts';
import type { FilteredSegment } from './open.ts';
import { noRows, type RowSet } from './row-set.ts';
import {
  bytesOfLists,
  cellOf,
  hasWordLists,
  type Occurrences,
  type WordLists,
} from './word-lists.ts';

/** Bytes of lists that one search may still decode, of all segments. */
export interface WordBudget {
  bytes: number;
}

/** The words of a segment that a word of a phrase stands for. */
interface FoundWord {
  readonly position: number;
  readonly words: Awaited<ReturnType<WordLists['find']>>;
  readonly bytes: number;
}

/** Reads the lists of the words of a phrase, of which the rarest come first. */
async function readPhrase(
  lists: WordLists,
  phrase: readonly PhraseWord[],
  most: number,
  budget: WordBudget,
): Promise<FoundWord[]> {
  const found = await Promise.all(
    phrase.map(async ({ word, isBeginning }, position) => {
      const words = await lists.find(word, isBeginning, most + 1);
      if (words.length > most) throw tooManyWords(word, most);
      return { position, words, bytes: bytesOfLists(words) };
    }),
  );
  budget.bytes -= found.reduce((sum, { bytes }) => sum + bytes, 0);
  if (budget.bytes < 0) throw tooCommonWords();
  // If the segment lacks one of the words, it has the phrase nowhere.
  const isThere = found.every(({ words }) => words.length > 0);
  if (isThere) await lists.read(found.flatMap(({ words }) => words));
  return found.sort((a, b) => a.bytes - b.bytes);
}

/** Where a phrase begins. */
function placesOf(lists: WordLists, [rarest, ...others]: readonly FoundWord[]): Occurrences {
  let places = lists.occurrences(rarest!.words);
  // Where the phrase would begin. Before a cell is room that no word has, and there its first word is not.
  for (let i = 0; i < places.length; i++) places[i]! -= rarest!.position;
  for (const { position, words } of others) {
    if (places.length > 0) places = lists.followed(places, words, position);
  }
  return places;
}

/** Calls `each` with the cells in which two phrases stand near each other. */
function forEachNear(
  [a, b]: readonly [Occurrences, Occurrences],
  [ofA, ofB]: readonly [number, number],
  within: number,
  each: (cell: number) => void,
): void {
  // The nearest places of two phrases are neighbours when both lists are merged.
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [first, second] = [a[i]!, b[j]!];
    const gap = first <= second ? second - first - ofA : first - second - ofB;
    if (gap <= within && cellOf(first) === cellOf(second)) each(cellOf(first));
    if (first <= second) i++;
    else j++;
  }
}

/**
 * The rows of a segment that meet a condition on words.
 * @throws QueryError `bad_filter`
 */
export async function wordRows(
  { file, facts: { rowCount }, words }: FilteredSegment,
  fieldCount: number,
  condition: CheckedWords,
  budget: WordBudget,
): Promise<RowSet> {
  if (!hasWordLists(file)) throw withoutWords();
  const set = noRows(rowCount);
  const fields = new Set(condition.fields);
  const add = (cell: number) => {
    if (!fields.has(cell % fieldCount)) return;
    const row = Math.floor(cell / fieldCount);
    set[row >>> 5]! |= 1 << (row & 31);
  };
  const lists = await words();
  const most = mostWordsOf(condition);
  const { phrases, within } = condition;
  const read = await Promise.all(phrases.map((each) => readPhrase(lists, each, most, budget)));
  // From here on nothing is awaited: places of all words of a condition may take much memory, so one segment has them at a time.
  const [first, second] = read;
  if (second) {
    const lengths = [phrases[0]!.length, phrases[1]!.length] as const;
    forEachNear([placesOf(lists, first!), placesOf(lists, second)], lengths, within, add);
  } else if (first!.length > 1) for (const place of placesOf(lists, first!)) add(cellOf(place));
  else lists.forEachCell(first![0]!.words, add);
  return set;
}
