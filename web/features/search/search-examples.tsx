import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { catalogs } from '#shared/catalogs.ts';
import { exampleQueries } from './example-queries.ts';
import classes from './search-examples.module.css';

export function SearchExamples() {
  return (
    <ul className={classes.list} aria-label="Examples">
      {exampleQueries.map(({ indexId, text }) => (
        <li key={text}>
          <Anchor
            component={Link}
            to={`/search?${new URLSearchParams({ index: indexId, q: text })}`}
            inherit
          >
            {text}
          </Anchor>
          <span className={classes.catalog}>{catalogs[indexId].name}</span>
        </li>
      ))}
    </ul>
  );
}
