import { Button } from '@mantine/core';
import { messageOf, requestIdOf } from '#web/lib/errors.ts';
import classes from './panel.module.css';

interface ErrorPanelProps {
  error: unknown;
  /** What could not be done: "The datasets could not be loaded". */
  title: string;
  onRetry?: () => void;
}

/** What happened, the request id for support, and a way to try again. */
export function ErrorPanel({ error, title, onRetry }: ErrorPanelProps) {
  const requestId = requestIdOf(error);
  return (
    <div className={classes.panel} role="alert">
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.danger}>{messageOf(error)}</p>
      {requestId && (
        <p className={classes.note}>
          Request id <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
