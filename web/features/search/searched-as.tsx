import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import classes from './understood-query.module.css';

type Synonyms = OutputOf<Contract['query-index']>['synonyms'];

/** Which words of the text were searched as others, too, by the synonyms of the index. */
export function SearchedAs({ synonyms = [] }: { synonyms: Synonyms }) {
  if (synonyms.length === 0) return null;
  return (
    <p className={classes.understood}>
      <span className={classes.label}>
        {synonyms
          .map(({ word, synonyms: others }) => `“${word}” is searched as ${listed(others)}, too`)
          .join('; ')}
        .
      </span>
    </p>
  );
}

const words = new Intl.ListFormat('en', { type: 'conjunction' });
const listed = (others: readonly string[]) => words.format(others.map((other) => `“${other}”`));
