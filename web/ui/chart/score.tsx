import { formatScore } from '#web/lib/format.ts';
import { Bar } from './bar.tsx';
import classes from './score.module.css';

interface ScoreProps {
  value: number;
  /** Digits after the point, by default all that the product knows. */
  digits?: number;
}

/** A score between 0 and 1 as a figure and a thin bar. */
export function Score({ value, digits }: ScoreProps) {
  return (
    <span className={classes.score}>
      {digits === undefined ? formatScore(value) : value.toFixed(digits)}
      <Bar value={value} />
    </span>
  );
}
