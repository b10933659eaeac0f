import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, withDays } from '#shared/format-day.ts';
import { referenceNotes } from '#shared/report/reference-notes.ts';
import type { Reference } from '#shared/report/report.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { tierNames } from './date-tiers.ts';
import { Quote } from './quote.tsx';
import { referenceId } from './reference-id.ts';
import classes from './reference-item.module.css';

type Searched = 'conceptScore' | 'passages' | 'category';

interface ReferenceItemProps {
  /** A reference that a person added has no score and no passages from a search. */
  reference: Omit<Reference, Searched> & Partial<Pick<Reference, Searched>>;
  /** As the files of the report call it: `D1`. */
  name: string;
  children?: ReactNode;
}

/** One document of the art: what it is, why it counts in time, and its passage nearest to the patent. */
export function ReferenceItem({ reference, name, children }: ReferenceItemProps) {
  const { ucid, title, assignees, publication_date, tier, tier_reason, provision, family } =
    reference;
  const { conceptScore, passages: [passage] = [] } = reference;
  return (
    <li id={referenceId(ucid)} tabIndex={-1} className={classes.item}>
      <h3 className={classes.title}>
        <Anchor component={Link} to={patentPath(ucid)} underline="hover" inherit>
          {title || ucid}
        </Anchor>
      </h3>
      {conceptScore !== undefined && (
        <div>
          <VisuallyHidden>Score</VisuallyHidden>
          <Score value={conceptScore} />
        </div>
      )}
      <div className={classes.body}>
        <p className={classes.facts}>
          <span className={classes.ucid}>
            {name} {ucid}
          </span>
          {assignees.length > 0 && <span>{assignees.join('; ')}</span>}
          <span>{publication_date ? `published ${formatDay(publication_date)}` : 'undated'}</span>
          {family.length > 0 && <span>also published as {family.join(', ')}</span>}
        </p>
        <p className={classes.tier} data-tier={tier}>
          <strong>{tierNames[tier]}.</strong> {withDays(tier_reason)}
          {provision && ` (${provision})`}
        </p>
        {referenceNotes(reference).map((note) => (
          <p key={note} className={classes.tier}>
            {note}
          </p>
        ))}
        {passage && <Quote ucid={ucid} passage={passage} />}
        {children}
      </div>
    </li>
  );
}
