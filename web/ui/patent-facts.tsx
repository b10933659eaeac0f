import { type ReactNode, useMemo } from 'react';
import { officeLinks } from '#shared/office-links.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { formatDay } from '#web/lib/format.ts';
import { Fact, Facts } from './facts.tsx';
import { Notice } from './notice.tsx';
import { PublicationLink } from './patent-citations.tsx';
import classes from './patent-document.module.css';

/** Status, dates, people, classes and priority of a patent, and where else it can be read. */
export function PatentFacts({ patent }: { patent: PatentDocument }) {
  const { status, owners = [], sources = [], corrects, withdrawn, type } = patent;
  const isApplication = patent.kind_code?.startsWith('A');
  const links = useMemo(() => officeLinks(patent), [patent]);
  return (
    <>
      {withdrawn && <Notice>This publication was withdrawn.</Notice>}
      {corrects && (
        <Notice>
          This publication corrects or republishes <PublicationLink number={corrects} />.
        </Notice>
      )}
      <Facts>
        {status && (
          <Fact name="Status">
            {status.text}
            {status.as_of && ` (as of ${formatDay(status.as_of)}`}
            {`${status.as_of ? ', ' : ' ('}${status.source})`}
          </Fact>
        )}
        <Fact name="Priority date">{dayOf(patent.priority_date)}</Fact>
        <Fact name="Filed">{dayOf(patent.filing_date)}</Fact>
        <Fact name="Published">{dayOf(patent.publication_date)}</Fact>
        {!isApplication && <Fact name="Granted">{dayOf(patent.grant_date)}</Fact>}
        <Known name="International filing" value={maybeDay(patent.international_filing_date)} />
        <Known name="International publication" value={patent.international_publication} />
        <Known name="National stage (§ 371)" value={maybeDay(patent.national_stage_date)} />
        <Known
          name="Term adjustment"
          value={patent.term_adjustment_days && `${patent.term_adjustment_days} days`}
        />
        <Known name="Terminal disclaimer" value={patent.terminal_disclaimer && 'yes'} />
        <Fact name="Kind code">{patent.kind_code}</Fact>
        <Known
          name="Type"
          value={type && type !== 'utility' ? type.replaceAll('-', ' ') : undefined}
        />
        <Known name="Application" value={patent.application_number} />
        <Known name="Family" value={patent.family_id} />
        <Fact name="Assignees">{patent.assignees.join('; ')}</Fact>
        {owners.length > 0 && (
          <Fact name="Owners by the last assignment">
            {owners
              .map(({ name, since }) => (since ? `${name}, since ${formatDay(since)}` : name))
              .join('; ')}
          </Fact>
        )}
        <Fact name="Inventors">{patent.inventors.join('; ')}</Fact>
        <Fact name="CPC">{patent.cpc.join(', ')}</Fact>
        <Known name="IPC" value={patent.ipc?.join(', ')} />
        <Known name="US classes" value={patent.uspc?.join(', ')} />
        <Known name="Locarno" value={patent.locarno?.join(', ')} />
        <Priorities name="Claims priority of" claims={patent.priority_claims} />
        <Priorities name="Related applications" claims={patent.related ?? []} />
        {links.length > 0 && (
          <Fact name="At the offices">
            <ul className={classes.list}>
              {links.map(({ name, href }) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="noreferrer">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {sources.length > 0 && (
          <Fact name="Sources">
            {sources.map(({ name, parts }) => `${name} (${parts.join(', ')})`).join('; ')}
          </Fact>
        )}
      </Facts>
    </>
  );
}

/** A fact that few patents have. */
function Known({ name, value }: { name: string; value: ReactNode }) {
  return value ? <Fact name={name}>{value}</Fact> : null;
}

function Priorities({ name, claims }: { name: string; claims: PatentDocument['priority_claims'] }) {
  if (claims.length === 0) return null;
  return (
    <Fact name={name}>
      <ul className={classes.list}>
        {claims.map(({ number, date, relation }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source can list the same twice
          <li key={place}>
            {number}
            {date && `, ${formatDay(date)}`}
            {relation && ` (${relation.replaceAll('-', ' ')})`}
          </li>
        ))}
      </ul>
    </Fact>
  );
}

const maybeDay = (date: string | undefined) => date && formatDay(date);
const dayOf = (date: string | undefined) => maybeDay(date) ?? 'unknown';
