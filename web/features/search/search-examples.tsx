import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import classes from './search-examples.module.css';

/** Questions that the catalogues can answer, for people who want to see a result first. */
const examples = [
  { indexId: 'us_patents', catalog: 'Patents', text: 'organisms that make fuel from sugar' },
  { indexId: 'us_patents', catalog: 'Patents', text: 'protect a hive from parasites' },
  { indexId: 'wikipedia', catalog: 'Wikipedia', text: 'mushrooms and moulds' },
  { indexId: 'arxiv', catalog: 'Arxiv', text: 'planets around other stars' },
];

export function SearchExamples() {
  return (
    <ul className={classes.list} aria-label="Examples">
      {examples.map(({ indexId, catalog, text }) => (
        <li key={text}>
          <Anchor
            component={Link}
            to={`/search?${new URLSearchParams({ index: indexId, q: text })}`}
            inherit
          >
            {text}
          </Anchor>
          <span className={classes.catalog}>{catalog}</span>
        </li>
      ))}
    </ul>
  );
}
