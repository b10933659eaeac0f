import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface EmptyStateProps {
  title: string;
  children: ReactNode;
  /** The one thing to do first. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.panel}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.note}>{children}</p>
      {action}
    </div>
  );
}
