import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import { indexChoicesQuery } from '#web/api/indexes.ts';
import { ownSearchesQuery } from '#web/api/own-searches.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import classes from './earlier-searches.module.css';

/** The person's latest searches, to run again. Nothing while there is none. */
export function EarlierSearches() {
  const { data: searches = [] } = useQuery(ownSearchesQuery);
  const { data: choices } = useQuery(indexChoicesQuery());
  if (searches.length === 0) return null;
  const nameOf = (indexId: string) =>
    isCatalog(indexId)
      ? catalogs[indexId].name
      : choices?.items.find(({ item_id }) => item_id === indexId)?.name;
  return (
    <section className={classes.earlier} aria-labelledby="earlier-searches">
      <h2 id="earlier-searches" className={classes.title}>
        Your latest searches
      </h2>
      <ul className={classes.list}>
        {searches.map(({ at, index_id, text, results }) => (
          <li key={`${index_id} ${text}`}>
            <Anchor
              component={Link}
              className={classes.text}
              to={`/search?${new URLSearchParams({ index: index_id, q: text })}`}
              inherit
            >
              {text}
            </Anchor>
            <span className={classes.about}>
              {[
                nameOf(index_id),
                results === undefined ? 'failed' : formatCount(results, 'result'),
                formatDateTime(at),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
