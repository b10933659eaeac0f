import { Score } from '#web/ui/score.tsx';
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
            <Score value={score} />
          </li>
        ))}
      </ol>
      <figcaption className={classes.caption}>
        A query of the sample patents catalog and its first answers, each with its score.
      </figcaption>
    </figure>
  );
}
