import classes from './assign-columns-step.module.css';

/** Sample values of one column, side by side. Long ones are cut; a tooltip shows them in full. */
export function ColumnSamples({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <ol className={classes.samples} aria-label={`Sample values of ${name}`}>
      {values.map((value, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a sample
        <li key={line} className={value.trim() === '' ? classes.empty : undefined} title={value}>
          {value}
        </li>
      ))}
    </ol>
  );
}
