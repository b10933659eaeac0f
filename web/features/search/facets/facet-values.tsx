import { ActionIcon } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import type { Choice } from './facet-filters.ts';
import classes from './facets.module.css';

interface FacetValueProps {
  /** What is chosen: "A01". */
  value: string;
  /** What it is called, if that is something else. */
  name?: string | undefined;
  /** Matches with this value; undefined if they were not counted. */
  count: number | undefined;
  choice: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
  /** In front of the value: opens what is below it. */
  toggle?: ReactNode;
  children?: ReactNode;
}

/** A value of a facet: a tick keeps matches with it, the button beside it keeps those without it. */
export function FacetValue(props: FacetValueProps) {
  const { value, name, count, choice, onChoose, toggle, children } = props;
  const isExcluded = choice === 'exclude';
  return (
    <li>
      <div className={classes.value} data-excluded={isExcluded}>
        {toggle}
        <label className={classes.label}>
          <input
            type="checkbox"
            className={classes.tick}
            checked={choice === 'include'}
            onChange={({ currentTarget }) =>
              onChoose(currentTarget.checked ? 'include' : undefined)
            }
          />
          <span className={classes.text} title={name === undefined ? value : `${value} ${name}`}>
            {value}
            {name !== undefined && <span className={classes.name}> {name}</span>}
          </span>
        </label>
        {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
        <ActionIcon
          className={classes.exclude}
          variant={isExcluded ? 'filled' : 'subtle'}
          size="xs"
          aria-pressed={isExcluded}
          aria-label={`Exclude ${value}`}
          title="Exclude"
          onClick={() => onChoose(isExcluded ? undefined : 'exclude')}
        >
          <IconMinus size={12} stroke={2} />
        </ActionIcon>
      </div>
      {children}
    </li>
  );
}

interface ValueListProps {
  label: string;
  counts: readonly { value: string; count: number }[];
  /** Chosen values, which stay in the list whatever is counted. */
  chosen: readonly string[];
  children: (value: string, count: number | undefined) => ReactNode;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The values of a facet, those that are chosen included. */
export function ValueList({ label, counts, chosen, children }: ValueListProps) {
  const missing = chosen.filter((value) => !counts.some((one) => same(one.value, value)));
  return (
    <ul className={classes.values} aria-label={label}>
      {counts.map(({ value, count }) => children(value, count))}
      {missing.map((value) => children(value, undefined))}
    </ul>
  );
}
