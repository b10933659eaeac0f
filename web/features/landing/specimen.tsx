import { formatScore } from '#web/lib/format.ts';
import classes from './specimen.module.css';
import { specimen } from './specimen-data.ts';

/** A query of the sample patents catalogue with its first answers. */
export function Specimen() {
  return (
    <figure className={classes.specimen}>
      <p className={classes.query}>{specimen.query}</p>
      <ol className={classes.hits}>
        {specimen.hits.map(({ id, title, score }) => (
          <li key={id} className={classes.hit}>
            <span className={classes.title}>
              {title}
              <span className={classes.id}>{id}</span>
            </span>
            <span className={classes.score}>
              {formatScore(score)}
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ width: `${score * 100}%` }} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      <figcaption className={classes.caption}>
        A query of the sample patents catalog and its first answers, each with its score.
      </figcaption>
    </figure>
  );
}
