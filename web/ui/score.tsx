import { formatScore } from '#web/lib/format.ts';
import classes from './score.module.css';

/** A score between 0 and 1 as a figure and a thin bar. */
export function Score({ value }: { value: number }) {
  return (
    <span className={classes.score}>
      {formatScore(value)}
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${value * 100}%` }} />
      </span>
    </span>
  );
}
