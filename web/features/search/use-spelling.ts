import { useQueries } from '@tanstack/react-query';
import type { QueryCondition } from '#shared/query-language/conditions.ts';
import type { QueryPlace } from '#shared/query-language/parse-query.ts';
import { type SearchRequest, searchQuery } from '#web/api/search.ts';

/** The word of a condition on one word, which is compared as written; undefined for others, also for what is left out. */
export const wordOf = (condition: QueryCondition) =>
  'phrase' in condition && /^[\p{L}\p{N}]{3,}$/u.test(condition.phrase)
    ? condition.phrase
    : undefined;

/** Words whose spelling is looked up. Each counts as a search. */
const mostLookedUp = 3;

/** What a query demands, with where each of it stands. */
interface Demanded {
  conditions: readonly QueryCondition[];
  places: readonly QueryPlace[];
}

/**
 * A query with the likeliest spelling of its words; undefined if they seem right. Plain words are corrected by the index: by the
 * fewest edits, then to the commonest word. So each word is searched for as a plain one, and the text says what was meant.
 */
export function useSpelling(
  indexId: string,
  text: string,
  { conditions, places }: Demanded,
): string | undefined {
  const words = conditions
    .flatMap((condition, i) => {
      const word = wordOf(condition);
      return word === undefined ? [] : [{ word, place: places[i]! }];
    })
    .slice(0, mostLookedUp);
  const found = useQueries({
    queries: words.map(({ word }) => {
      const request: SearchRequest = { indexId, text: word, filters: [], limit: 1, fields: [] };
      return searchQuery(request);
    }),
  });
  let spelled = text;
  // From the last one on, so that places stay.
  for (const [i, { word, place }] of [...words.entries()].toReversed()) {
    const passage = found[i]?.data?.foundItems[0]?.explanation?.passage;
    const meant = passage && meantBy(word, passage);
    const before = spelled.slice(0, place.start);
    const inside = spelled.slice(place.start, place.end);
    const at = inside.toLowerCase().lastIndexOf(word.toLowerCase());
    if (!meant || at < 0) continue;
    spelled =
      before +
      inside.slice(0, at) +
      meant +
      inside.slice(at + word.length) +
      spelled.slice(place.end);
  }
  return spelled === text ? undefined : spelled;
}

/** The word of a passage that an unknown word was read as. Longer and shorter forms of it are no other spelling. */
function meantBy(
  word: string,
  { text, termRanges }: { text: string; termRanges: readonly (readonly [number, number])[] },
): string | undefined {
  const [range] = termRanges;
  const meant = range && text.slice(...range).toLowerCase();
  const asked = word.toLowerCase();
  if (!meant || meant.startsWith(asked) || asked.startsWith(meant)) return undefined;
  return meant;
}
