import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { catalogs } from '#shared/catalogs.ts';
import classes from './search-examples.module.css';

/** Questions that the catalogues can answer, for people who want to see a result first. */
const examples = [
  { indexId: 'us_patents', text: 'organisms that make fuel from sugar' },
  { indexId: 'us_patents', text: 'protect a hive from parasites' },
  { indexId: 'wikipedia', text: 'mushrooms and moulds' },
  { indexId: 'arxiv', text: 'planets around other stars' },
] as const;

export function SearchExamples() {
  return (
    <ul className={classes.list} aria-label="Examples">
      {examples.map(({ indexId, text }) => (
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
