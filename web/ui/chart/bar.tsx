import classes from './bar.module.css';

/** A thin bar for a figure between 0 and 1 that is shown beside it. */
export function Bar({ value }: { value: number }) {
  return (
    <span className={classes.track} aria-hidden>
      <span className={classes.bar} style={{ width: `${value * 100}%` }} />
    </span>
  );
}
