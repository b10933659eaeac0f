import type { PatentDocument } from '#shared/patent-document.ts';
import { formatDay } from '#web/lib/format.ts';
import classes from './patent-lists.module.css';

/** What happened to the patent or its application, the latest first, and which record says so. */
export function PatentEvents({ events }: { events: NonNullable<PatentDocument['events']> }) {
  return (
    <ol className={classes.list}>
      {events.toReversed().map(({ date, code, text, office, source }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record can list the same twice
        <li key={place}>
          <span className={classes.number}>{date ? formatDay(date) : 'no date'}</span>
          <span className={classes.text}>{text}</span>
          <span className={classes.how}>{[office, code, source].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ol>
  );
}
