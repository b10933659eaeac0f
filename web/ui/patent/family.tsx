import type { PatentDocument } from '#shared/patent-document.ts';
import { formatDay } from '#web/lib/format.ts';
import { timelineScale } from '#web/lib/timeline-scale.ts';
import { PublicationLink } from './citations.tsx';
import classes from './lists.module.css';

/** The publications of one invention as a strip over time and as a list, and how the family is told. */
export function PatentFamily({ patent }: { patent: PatentDocument }) {
  const { ucid, title, publication_date, priority_date, family = [], family_basis } = patent;
  const own = { ucid, title, date: publication_date };
  const members = [own, ...family.filter((one) => one.ucid !== ucid)].toSorted((a, b) =>
    (a.date ?? '9') < (b.date ?? '9') ? -1 : 1,
  );
  const dots = [
    ...(priority_date ? [{ kind: 'priority', day: priority_date, name: 'Priority' }] : []),
    ...members.flatMap(({ ucid: name, date }) =>
      date ? [{ kind: name === ucid ? 'own' : 'other', day: date, name }] : [],
    ),
  ];
  return (
    <>
      {family_basis && <p className={classes.note}>Told by: {family_basis}.</p>}
      {dots.length > 1 && <Strip dots={dots} />}
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
              {member.ucid === ucid ? 'This publication' : member.title}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The list below has the same as text. */
function Strip({ dots }: { dots: { kind: string; day: string; name: string }[] }) {
  const { years, position } = timelineScale(dots.map(({ day }) => day));
  return (
    <div className={classes.strip} aria-hidden>
      <span className={classes.axis} />
      {dots.map(({ kind, day, name }) => (
        <span
          key={`${kind} ${name}`}
          className={classes.dot}
          data-kind={kind}
          style={{ insetInlineStart: `${position(day)}%` }}
          title={`${name}, ${formatDay(day)}`}
        />
      ))}
      {years.map((year) => (
        <span
          key={year}
          className={classes.year}
          style={{ insetInlineStart: `${position(`${year}-01-01`)}%` }}
        >
          {year}
        </span>
      ))}
    </div>
  );
}
