import { Anchor } from '@mantine/core';
import { formatScore } from '#web/lib/format.ts';
import type { Hit } from './describe-hit.ts';
import classes from './search-results.module.css';

/** One hit: title, what else is known of it, and its score as a figure and a thin bar. */
export function ResultItem({ hit }: { hit: Hit }) {
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <h2 className={classes.title}>
          {hit.link ? (
            <Anchor underline="hover" href={hit.link} target="_blank" rel="noreferrer" inherit>
              {hit.title}
            </Anchor>
          ) : (
            hit.title
          )}
        </h2>
        <dl className={classes.details}>
          {hit.id !== undefined && (
            <div>
              <dt className={classes.hidden}>Id</dt>
              <dd className={classes.id}>{hit.id}</dd>
            </div>
          )}
          {hit.details.map(({ name, value }) => (
            <div key={name}>
              <dt>{name.replaceAll('_', ' ')}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classes.score}>
        <span className={classes.hidden}>Score</span>
        {formatScore(hit.score)}
        <span className={classes.track} aria-hidden>
          <span className={classes.bar} style={{ width: `${hit.score * 100}%` }} />
        </span>
      </div>
    </li>
  );
}
