import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ownSearchesQuery } from '#web/api/own-searches.ts';
import { useIndexName } from '#web/api/use-index-name.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { pageFilters, placeOf, type RunnableSearch } from '#web/lib/runnable-search.ts';
import { describeFilter } from './describe-filter.ts';
import classes from './earlier-searches.module.css';
import { SaveSearch } from './save-search.tsx';

/** The person's latest searches, to run again or to save. Nothing while there is none. */
export function EarlierSearches() {
  const { data: searches = [] } = useQuery(ownSearchesQuery);
  const nameOf = useIndexName();
  const runnable = searches.flatMap((search) => {
    const place = placeOf(search);
    return place ? [{ ...search, place }] : [];
  });
  if (runnable.length === 0) return null;
  return (
    <section className={classes.earlier} aria-labelledby="earlier-searches">
      <h2 id="earlier-searches" className={classes.title}>
        Your latest searches
      </h2>
      <ul className={classes.list}>
        {runnable.map(({ place, ...search }) => (
          <li key={`${search.index_id} ${search.text}`}>
            <Anchor component={Link} className={classes.text} {...place} inherit>
              {search.text}
            </Anchor>
            <span className={classes.about}>
              {[
                nameOf(search.index_id),
                ...filtersOf(search),
                search.results === undefined ? 'failed' : formatCount(search.results, 'result'),
                formatDateTime(search.at),
              ]
                .filter(Boolean)
                .join(' · ')}
              <SaveSearch
                search={toKept(search)}
                total={search.results}
                label={`Save search ${search.text}`}
              >
                Save
              </SaveSearch>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const toKept = ({ index_id, text, syntax, filters, sort }: RunnableSearch): RunnableSearch => ({
  index_id,
  text,
  syntax,
  filters,
  ...(sort && { sort }),
});

const filtersOf = (search: RunnableSearch): string[] =>
  (pageFilters(search) ?? []).map((filter) => describeFilter(filter, []));
