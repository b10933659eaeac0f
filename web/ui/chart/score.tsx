import { formatScore } from '#web/lib/format.ts';
import { Bar } from './bar.tsx';
import classes from './score.module.css';

/** A score between 0 and 1 as a figure and a thin bar. */
export function Score({ value }: { value: number }) {
  return (
    <span className={classes.score}>
      {formatScore(value)}
      <Bar value={value} />
    </span>
  );
}
