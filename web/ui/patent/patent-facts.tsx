import { type ReactNode, useMemo } from 'react';
import { formatDay } from '#shared/format-day.ts';
import { officeLinks } from '#shared/office-links.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { formatCount } from '#web/lib/format.ts';
import { languageName } from '#web/lib/language-name.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { PublicationLink } from './citations.tsx';
import { OfficeLinks } from './office-links.tsx';
import classes from './patent-document.module.css';
import { PatentSources } from './sources.tsx';

/** Status, dates, people, classes and priority of a patent, and where else it can be read. */
export function PatentFacts({ patent }: { patent: PatentDocument }) {
  const { status, owners = [], sources = [], titles = {}, type } = patent;
  const { corrects, replaced_by: replacedBy, withdrawn } = patent;
  const isApplication = patent.kind_code?.startsWith('A');
  const links = useMemo(() => officeLinks(patent), [patent]);
  return (
    <>
      {withdrawn && <Notice>This publication was withdrawn.</Notice>}
      {replacedBy && (
        <Notice>
          This publication was printed anew as <PublicationLink number={replacedBy} />, which
          searches find.
        </Notice>
      )}
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
        <Known
          name="International publication"
          value={
            patent.international_publication &&
            [
              patent.international_publication,
              patent.international_language &&
                `in ${languageName(patent.international_language.toLowerCase())}`,
            ]
              .filter(Boolean)
              .join(', ')
          }
        />
        <Known name="National stage (§ 371)" value={maybeDay(patent.national_stage_date)} />
        <Known
          name="Term adjustment"
          value={patent.term_adjustment_days && `${patent.term_adjustment_days} days`}
        />
        <Known name="Terminal disclaimer" value={patent.terminal_disclaimer && 'yes'} />
        <Known name="Kind code" value={patent.kind_code} />
        <Known
          name="Type"
          value={type && type !== 'utility' ? type.replaceAll('-', ' ') : undefined}
        />
        <Known
          name="Language"
          value={
            patent.language && patent.language !== 'en' ? languageName(patent.language) : undefined
          }
        />
        <Known name="Application" value={patent.application_number} />
        <Known name="Family" value={patent.family_id} />
        <Fact name="Assignees">{patent.assignees.join('; ')}</Fact>
        <Known name="Assignees, normalized" value={patent.assignees_normalized?.join('; ')} />
        {owners.length > 0 && (
          <Fact name="Owners by the last assignment">
            {owners
              .map(({ name, since }) => (since ? `${name}, since ${formatDay(since)}` : name))
              .join('; ')}
          </Fact>
        )}
        <Fact name="Inventors">{patent.inventors.join('; ')}</Fact>
        <Known name="CPC" value={patent.cpc.join(', ')} />
        <Known name="IPC" value={patent.ipc?.join(', ')} />
        <Known name="US classes" value={patent.uspc?.join(', ')} />
        <Known name="Locarno" value={patent.locarno?.join(', ')} />
        <Known
          name="Sequence listing"
          value={patent.sequences && formatCount(patent.sequences, 'sequence')}
        />
        <Priorities name="Claims priority of" claims={patent.priority_claims} />
        <Priorities name="Related applications" claims={patent.related ?? []} />
        {Object.keys(titles).length > 0 && (
          <Fact name="Title in other languages">
            <ul className={classes.list}>
              {Object.entries(titles).map(([language, title]) => (
                <li key={language}>
                  <span lang={language}>{title}</span> ({languageName(language)})
                </li>
              ))}
            </ul>
          </Fact>
        )}
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
            <PatentSources sources={sources} />
          </Fact>
        )}
      </Facts>
      <Gaps patent={patent} />
    </>
  );
}

/** What the deliveries lacked, so that nobody takes a gap for the whole document. */
function Gaps({ patent }: { patent: PatentDocument }) {
  const { claims, paragraphs, objects = [] } = patent;
  const texts = [
    ...(claims.length === 0 ? ['claims'] : []),
    ...(paragraphs.length === 0 ? ['description'] : []),
  ];
  const images = objects.filter(
    ({ kind, mathml, tex, stored }) => kind !== 'sequence' && !mathml && !tex && !stored,
  ).length;
  return (
    <>
      {texts.length > 0 && (
        <p className={classes.gap}>
          The {texts.join(' and the ')} of this publication {claims.length === 0 ? 'are' : 'is'} not
          in this catalog. <OfficeLinks patent={patent} before="They are at" />
        </p>
      )}
      {images > 0 && (
        <p className={classes.gap}>
          {formatCount(images, 'picture')} of formulas and structures {images > 1 ? 'were' : 'was'}{' '}
          not delivered with this publication: a mark says where each one stands.{' '}
          <OfficeLinks patent={patent} before="They are at" />
        </p>
      )}
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
        {claims.map(({ number, date, relation }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source can list the same twice
          <li key={position}>
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
