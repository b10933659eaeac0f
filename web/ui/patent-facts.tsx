import { Link } from 'react-router-dom';
import type { PatentDocument } from '#shared/patent-document.ts';
import { ucidPattern } from '#shared/ucid.ts';
import { formatDay } from '#web/lib/format.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { Fact, Facts } from './facts.tsx';
import classes from './patent-document.module.css';

/** Dates, people, family, classes, priority and citations of a patent. */
export function PatentFacts({ patent }: { patent: PatentDocument }) {
  const isApplication = patent.kind_code?.startsWith('A');
  return (
    <Facts>
      <Fact name="Priority date">{dayOf(patent.priority_date)}</Fact>
      <Fact name="Filed">{dayOf(patent.filing_date)}</Fact>
      <Fact name="Published">{dayOf(patent.publication_date)}</Fact>
      {!isApplication && <Fact name="Granted">{dayOf(patent.grant_date)}</Fact>}
      <Fact name="Kind code">{patent.kind_code}</Fact>
      {patent.application_number && <Fact name="Application">{patent.application_number}</Fact>}
      {patent.family_id && <Fact name="Family">{patent.family_id}</Fact>}
      <Fact name="Assignees">{patent.assignees.join('; ')}</Fact>
      <Fact name="Inventors">{patent.inventors.join('; ')}</Fact>
      <Fact name="CPC">{patent.cpc.join(', ')}</Fact>
      {patent.priority_claims.length > 0 && (
        <Fact name="Claims priority of">
          <ul className={classes.list}>
            {patent.priority_claims.map(({ number, date, relation }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a source can list the same twice
              <li key={place}>
                {number}
                {date && `, ${formatDay(date)}`}
                {relation && ` (${relation.replaceAll('-', ' ')})`}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {patent.citations.length > 0 && (
        <Fact name="Cites">
          <ul className={classes.list}>
            {patent.citations.map(({ number: cited }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={place}>
                {ucidPattern.test(cited) ? <Link to={patentPath(cited)}>{cited}</Link> : cited}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </Facts>
  );
}

const dayOf = (date: string | undefined) => (date ? formatDay(date) : 'unknown');
