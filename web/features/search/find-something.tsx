import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { isCatalog } from '#shared/catalogs.ts';
import { columnLabel } from '#shared/column-label.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { columnOf, type QueryColumn } from '#shared/query-language/columns.ts';
import { withoutPlace } from '#shared/query-language/edit-query.ts';
import { hasOperators } from '#shared/query-language/has-operators.ts';
import { parseQuery } from '#shared/query-language/parse-query.ts';
import { searchQuery } from '#web/api/search.ts';
import { foreignLanguage } from '#web/lib/foreign-language.ts';
import { formatCount } from '#web/lib/format.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import { describeCondition } from './describe-condition.ts';
import { describeFilter } from './describe-filter.ts';
import classes from './find-something.module.css';
import { searchRequest } from './search-request.ts';
import { useNames } from './use-names.ts';
import { useSpelling, wordOf } from './use-spelling.ts';

interface FindSomethingProps {
  address: SearchAddress;
  index: Index;
  columns: readonly QueryColumn[];
  onChange: (change: Partial<SearchAddress>) => void;
}

/** What a query demands; nothing of plain words. */
type Demanded = Pick<ReturnType<typeof parseQuery>, 'conditions' | 'places'>;
const nothing: Demanded = { conditions: [], places: [] };

interface Way {
  label: string;
  change: Partial<SearchAddress>;
}

/** Other searches that are tried for people whose search found nothing. Each counts as a search. */
const mostWays = 6;
/** Names are not longer; misspelled endings are only looked for in longer words. */
const mostOwnerWords = 5;
const shortestMisspelled = 5;

/** What plain words may be instead: the name of an owner, or words that are spelled another way at their end. */
function otherWords(text: string, columns: readonly QueryColumn[]): Way[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > mostOwnerWords) return [];
  const owner = columnOf(columns, 'owner');
  const named: Way[] = owner
    ? [
        {
          label: `${columnLabel(owner.name)} with the words ${words.join(' ')}`,
          change: { text: `owner:"${words.join(' ')}"`, asWords: false },
        },
      ]
    : [];
  const begun = words
    .filter((word) => word.length >= shortestMisspelled)
    .map((word): Way => {
      const beginning = word.slice(0, Math.max(4, word.length - 3));
      return { label: `Words that begin with ${beginning}`, change: { text: `${beginning}*` } };
    });
  return [...named, ...begun];
}

/** Searches with one condition less, with other forms of a word, or without operators. */
function waysOf(
  { text, filters, asWords }: SearchAddress,
  columns: readonly QueryColumn[],
  { conditions, places }: Demanded,
): Way[] {
  const ways = filters.map(
    (filter): Way => ({
      label: `Without ${describeFilter(filter, columns)}`,
      change: { filters: filters.filter((each) => each !== filter) },
    }),
  );
  if (asWords || !hasOperators(text))
    return [...ways, ...otherWords(text, columns)].slice(-mostWays);
  for (const [i, condition] of conditions.entries()) {
    const place = places[i]!;
    const word = wordOf(condition);
    if (word !== undefined) {
      const begun = `${text.slice(0, place.end)}*${text.slice(place.end)}`;
      ways.push({ label: `All forms of ${word}`, change: { text: begun } });
    }
    const rest = withoutPlace(text, place);
    if (rest !== '')
      ways.push({ label: `Without ${describeCondition(condition)}`, change: { text: rest } });
  }
  if (conditions.length > 0) ways.push({ label: 'Read as words', change: { asWords: true } });
  return ways.slice(-mostWays);
}

/** What would find something, with how much. */
export function FindSomething({ address, index, columns, onChange }: FindSomethingProps) {
  const { indexId, text, asWords } = address;
  const isQuery = !asWords && hasOperators(text);
  const demanded = isQuery ? parseQuery(text, columns) : nothing;
  const spelled = useSpelling(indexId, text, demanded);
  const named = useNames(indexId, text, columns, demanded);
  const ways: Way[] = [
    ...named.map(({ name, text: query }) => ({
      label: `Did you mean ${name}?`,
      change: { text: query },
    })),
    ...(spelled === undefined
      ? []
      : [{ label: `Did you mean ${spelled}?`, change: { text: spelled } }]),
    ...waysOf(address, columns, demanded),
  ];
  const found = useQueries({
    queries: ways.map(({ change }) => {
      const { facets: _, ...request } = searchRequest({ ...address, ...change }, index);
      return searchQuery({ ...request, limit: 1, fields: [], explain: false });
    }),
  });
  const offered = ways.flatMap((way, i) => {
    const total = found[i]?.data?.totalFoundItems ?? 0;
    return total > 0 ? [{ ...way, total }] : [];
  });
  const language = foreignLanguage(text);
  if (offered.length === 0 && language === undefined) return null;
  return (
    <div className={classes.ways}>
      {language !== undefined && (
        <p className={classes.title}>
          This looks like {language}.{' '}
          {isCatalog(index.item_id)
            ? 'The texts here are English: try English words.'
            : 'If the texts are in another language, try words of theirs.'}
        </p>
      )}
      {offered.length > 0 && <p className={classes.title}>This would find something:</p>}
      <ul className={classes.list}>
        {offered.map(({ label, change, total }) => (
          <li key={label}>
            <Button variant="subtle" size="compact-sm" onClick={() => onChange(change)}>
              {label}
            </Button>{' '}
            {formatCount(total, 'result')}
          </li>
        ))}
      </ul>
    </div>
  );
}
