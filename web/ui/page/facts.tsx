import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  children: ReactNode;
  /** Figures are short and large, without a frame. */
  kind?: 'facts' | 'figures';
}

/** A list of labelled values. */
export function Facts({ children, kind = 'facts' }: FactsProps) {
  return <dl className={`${classes.list} ${classes[kind]}`}>{children}</dl>;
}

/** One labelled value; an empty one is shown as unknown. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || 'unknown'}</dd>
    </div>
  );
}
