import { lazy, Suspense, useMemo } from 'react';
import { formatDay } from '#shared/format-day.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { readableTitle } from '#web/lib/readable-title.ts';
import { useSeen } from '#web/ui/page/use-seen.ts';
import { PublicationLink } from './citations.tsx';
import type { FamilyEvent } from './family-strip.tsx';
import classes from './lists.module.css';

/** The library that draws it is loaded when somebody comes to it. */
const FamilyStrip = lazy(async () => ({
  default: (await import('./family-strip.tsx')).FamilyStrip,
}));

/** The publications of one invention as a strip over time and as a list, and how the family is told. */
export function PatentFamily({ patent }: { patent: PatentDocument }) {
  const { ucid, title, publication_date, family = [], family_basis } = patent;
  const own = { ucid, title, date: publication_date };
  const members = [own, ...family.filter((one) => one.ucid !== ucid)].toSorted((a, b) =>
    (a.date ?? '9') < (b.date ?? '9') ? -1 : 1,
  );
  const events = useMemo(() => eventsOf(patent), [patent]);
  const { ref, wasSeen } = useSeen<HTMLDivElement>();
  return (
    <>
      {family_basis && <p className={classes.note}>Grouped by: {family_basis}.</p>}
      {events.length > 1 && (
        <div ref={ref} className={classes.strip}>
          {wasSeen && (
            <Suspense>
              <FamilyStrip events={events} />
            </Suspense>
          )}
        </div>
      )}
      <ul className={classes.list}>
        {members.map((member) => (
          <li key={member.ucid}>
            {member.ucid === ucid ? (
              <span className={classes.number}>{ucid}</span>
            ) : (
              <PublicationLink number={member.ucid} />
            )}
            {member.date && <span className={classes.about}>{formatDay(member.date)}</span>}
            <span className={classes.text}>
              {member.ucid === ucid ? 'This publication' : readableTitle(member.title ?? '')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is known of a family's dates. Of the other publications these are the days of publication alone. */
function eventsOf(patent: PatentDocument): FamilyEvent[] {
  const { ucid, filing_date, publication_date, priority_date, family = [] } = patent;
  const own = { ucid, office: officeOf(ucid), isOwn: true };
  const dated = (event: Omit<FamilyEvent, 'day'>, day: string | undefined) =>
    day === undefined ? [] : [{ ...event, day }];
  return [
    ...dated({ what: 'Priority', office: own.office, isOwn: true }, priority_date),
    ...dated({ what: 'Filing', office: own.office, isOwn: true }, filing_date),
    ...dated({ ...own, what: 'Publication' }, publication_date),
    ...family
      .filter((one) => one.ucid !== ucid)
      .flatMap((one) =>
        dated(
          { what: 'Publication', office: officeOf(one.ucid), ucid: one.ucid, isOwn: false },
          one.date,
        ),
      ),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

const officeOf = (ucid: string) => ucid.slice(0, 2);
