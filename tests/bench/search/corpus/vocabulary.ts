const FUNCTION_WORDS =
  'the of and a in to is for with that as by on are from an be or this at it which was can has have not its more also these such than between both may other been their when into but only using used after over we our they were all each most some during under where through two one if there first however while then will no'.split(
    ' ',
  );

/** Number of function words. */
export const functionWordCount = FUNCTION_WORDS.length;

/** The function word of a rank; the most frequent has rank 0. */
export const functionWord = (rank: number) => FUNCTION_WORDS[rank]!;

/** Number of content words. Most never occur, so a growing corpus keeps getting new ones. */
export const CONTENT_WORDS = 1_000_000;

const ONSETS = 'b c d f g h j k l m n p r s t v w z th br'.split(' ');
const VOWELS = 'aeiou';
const ENDINGS = ['', 'n', 'r', 't', 'l', 'm'];
const SUFFIXES = ['s', 'ed', 'ing', 's'];

const syllable = (number: number) =>
  ONSETS[Math.floor(number / VOWELS.length) % ONSETS.length]! + VOWELS[number % VOWELS.length]!;

const SHORT_WORDS = 10_000;

/**
 * The content word of a rank: two syllables for frequent words, three for others. Multiplying by a number
 * coprime to the number of words shuffles the ranks, so that words of adjacent ranks differ.
 */
function stem(rank: number): string {
  const short = rank < SHORT_WORDS;
  const mixed = short ? (rank * 7_919) % SHORT_WORDS : (rank * 368_789) % CONTENT_WORDS;
  const ending = ENDINGS[rank % ENDINGS.length]!;
  const head = short ? '' : syllable(Math.floor(mixed / 10_000));
  return head + syllable(Math.floor(mixed / 100) % 100) + syllable(mixed % 100) + ending;
}

const known: string[] = [];

/** A content word. `chance` in [0, 1) decides whether it is inflected, which a quarter of the words are. */
export function contentWord(rank: number, chance: number): string {
  let word = known[rank];
  if (word === undefined) {
    word = stem(rank);
    // Rare words are not cached.
    if (rank < 100_000) known[rank] = word;
  }
  return chance < 0.25 ? word + SUFFIXES[Math.floor(chance * 16)]! : word;
}
