import { useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string> {
  /** What the choice is for: "Role of title". */
  label: string;
  values: readonly Value[];
  /** What stands for each value, by default the value. */
  names?: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/**
 * One of a few values, side by side. Mantine's `SegmentedControl` measures itself whenever it changes: with five hundred on a
 * page, a change of all takes seconds.
 */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, values, names, value, onChange, className = '' } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={`${classes.segments} ${className}`}>
      {values.map((choice) => (
        <label key={choice} className={classes.segment}>
          <input
            type="radio"
            name={name}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          {names?.[choice] ?? choice}
        </label>
      ))}
    </div>
  );
}
