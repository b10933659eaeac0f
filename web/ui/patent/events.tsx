import { formatDay } from '#shared/format-day.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { formatCount } from '#web/lib/format.ts';
import classes from './lists.module.css';

type Events = NonNullable<PatentDocument['events']>;

/** Events that are shown at once. Fees and lapses in each state of a European patent are more than a hundred. */
const shownAtOnce = 20;

/** What happened to the patent or its application, the latest first, and which record says so. */
export function PatentEvents({ events }: { events: Events }) {
  const latest = events.toReversed();
  const earlier = latest.slice(shownAtOnce);
  return (
    <>
      <List events={latest.slice(0, shownAtOnce)} />
      {earlier.length > 0 && (
        <details className={classes.more}>
          <summary>{formatCount(earlier.length, 'earlier event')}</summary>
          <List events={earlier} />
        </details>
      )}
    </>
  );
}

function List({ events }: { events: Events }) {
  return (
    <ol className={classes.list}>
      {events.map(({ date, code, text, office, source }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record can list the same twice
        <li key={position}>
          <span className={classes.number}>{date ? formatDay(date) : 'no date'}</span>
          <span className={classes.text}>{text}</span>
          <span className={classes.how}>{[office, code, source].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ol>
  );
}
