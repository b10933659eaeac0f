import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  children: ReactNode;
  /** Figures are short and large, without a frame. */
  kind?: 'facts' | 'figures';
}

/** A list of facts: what is known of something. */
export function Facts({ children, kind = 'facts' }: FactsProps) {
  return <dl className={`${classes.list} ${classes[kind]}`}>{children}</dl>;
}

/** One of them; what is empty is unknown. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || 'unknown'}</dd>
    </div>
  );
}
