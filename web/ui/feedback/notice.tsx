import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  kind?: 'info' | 'success' | 'danger';
  children: ReactNode;
}

/** A sentence that stands out. Screen readers announce it, bad news at once. */
export function Notice({ kind = 'info', children }: NoticeProps) {
  return (
    <div className={classes[kind]} role={kind === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
