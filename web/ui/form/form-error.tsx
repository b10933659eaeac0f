import { messageOf, requestIdOf } from '#web/lib/errors.ts';
import classes from '#web/ui/feedback/notice.module.css';

/** Failure of a form, above its button. Renders nothing without an error. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null;
  const requestId = requestIdOf(error);
  return (
    <div className={classes.danger} role="alert">
      {messageOf(error)}
      {requestId && <span className={classes.id}>Request id {requestId}</span>}
    </div>
  );
}
