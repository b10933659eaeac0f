import { Link } from 'react-router-dom';
import { formatDay } from '#shared/format-day.ts';
import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { ucidPattern } from '#shared/ucid.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import classes from './lists.module.css';

type Citation = PatentDocument['citations'][number];

/** Who cited a document, for readers. */
const citedByNames: Record<NonNullable<PatentCitation['by']>, string> = {
  examiner: 'cited by the examiner',
  applicant: 'cited by the applicant',
  'search-report': 'search report',
  opposition: 'opposition',
  'third-party': 'cited by a third party',
  other: 'cited by others',
};

/** Cited patents: who cited them and, of search reports, how and where. */
export function PatentCitations({ patent: { citations } }: { patent: PatentDocument }) {
  return (
    <ul className={classes.list}>
      {citations.map((citation, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a source can list the same twice
        <li key={position}>
          <PublicationLink number={citation.number} />
          <span className={classes.about}>
            {[citation.name, citation.date && formatDay(citation.date)].filter(Boolean).join(', ')}
          </span>
          <How citation={citation} />
        </li>
      ))}
    </ul>
  );
}

/** Cited publications that are not patents. */
export function PatentLiterature({
  literature,
}: {
  literature: NonNullable<PatentDocument['literature']>;
}) {
  return (
    <ul className={classes.list}>
      {literature.map((citation, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a source can list the same twice
        <li key={position}>
          <span className={classes.text}>{citation.text}</span>
          <How citation={citation} />
        </li>
      ))}
    </ul>
  );
}

/** A number that leads to its patent, if it names one. */
export function PublicationLink({ number }: { number: string }) {
  if (!ucidPattern.test(number)) return <span className={classes.number}>{number}</span>;
  return (
    <Link className={classes.number} to={patentPath(number)}>
      {number}
    </Link>
  );
}

export function How({
  citation: { by, phase, category, claims, passages },
}: {
  citation: Pick<Citation, 'by' | 'phase' | 'category' | 'claims' | 'passages'>;
}) {
  return (
    <span className={classes.how}>
      {[
        category && `Category ${category}`,
        by && citedByNames[by],
        phase,
        claims && `against claims ${claims}`,
        passages,
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}
