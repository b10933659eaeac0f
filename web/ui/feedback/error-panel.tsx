import { Button } from '@mantine/core';
import { messageOf, requestIdOf } from '#web/lib/errors.ts';
import classes from './panel.module.css';

interface ErrorPanelProps {
  error: unknown;
  /** What could not be done: "The datasets could not be loaded". */
  title: string;
  /** `h1` if the panel is the whole page. */
  heading?: 'h1' | 'h2';
  onRetry?: () => void;
}

/** The error's message, the request id for support, and a button to try again. */
export function ErrorPanel({ error, title, heading: Heading = 'h2', onRetry }: ErrorPanelProps) {
  const message = messageOf(error);
  const requestId = requestIdOf(error);
  return (
    <div className={classes.panel} role="alert">
      <Heading className={classes.title}>{title}</Heading>
      {message !== title && <p className={classes.danger}>{message}</p>}
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
