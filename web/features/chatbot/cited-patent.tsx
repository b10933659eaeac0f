import { Anchor, UnstyledButton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { withEllipses } from '#shared/citations.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { formatDay } from '#shared/format-day.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { patentQuery } from '#web/api/patents.ts';
import { requestReportPath } from '#web/lib/report-path.ts';
import { patentImagePath } from '#web/ui/patent/reading.ts';
import classes from './citations.module.css';
import { placeOf, statusMeanings, statusNames } from './describe-citation.ts';
import type { OpenDocument, PatentActions } from './open-document.ts';

interface CitedPatentProps {
  ucid: string;
  /** Its quotes in the answer. */
  citations: readonly ChatCitation[];
  onOpen: OpenDocument;
  actionsOf: PatentActions | undefined;
}

/** A patent of an answer as a card: first drawing, number, title, owner, dates, and its quotes. Read when it is seen. */
export function CitedPatent({ ucid, citations, onOpen, actionsOf }: CitedPatentProps) {
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const title = citations.find((one) => one.title !== null)?.title ?? null;
  const { data: patent } = useQuery({
    ...patentQuery(ucid),
    enabled: inViewport && title !== null,
    retry: false,
  });
  const drawing = patent?.drawings?.find(({ stored }) => stored)?.stored;
  return (
    <li ref={ref} className={classes.card}>
      {drawing && (
        <img
          className={classes.drawing}
          src={patentImagePath(ucid, drawing)}
          alt={`First drawing of ${ucid}`}
          loading="lazy"
        />
      )}
      <div className={classes.patent}>
        {title === null ? (
          <span className={classes.ucid}>{ucid}</span>
        ) : (
          <UnstyledButton
            className={classes.publication}
            aria-label={`Open ${ucid}`}
            onClick={() => onOpen(ucid)}
          >
            {ucid}
          </UnstyledButton>
        )}
        {title && <span className={classes.title}>{title}</span>}
        {patent && <span className={classes.facts}>{factsOf(patent)}</span>}
        <ul className={classes.quotes}>
          {citations.map((citation) => (
            <Quote
              key={`${citation.number} ${citation.quote}`}
              citation={citation}
              onOpen={onOpen}
            />
          ))}
        </ul>
        {title !== null && (
          <div className={classes.cardActions}>
            {actionsOf?.(ucid, title)}
            <Anchor component={Link} to={requestReportPath('prior-art', ucid)} size="sm">
              Make a report
            </Anchor>
          </div>
        )}
      </div>
    </li>
  );
}

const ownersShown = 2;

function factsOf({ assignees, priority_date, publication_date }: PatentDocument): string {
  const more = assignees.length > ownersShown ? ` and ${assignees.length - ownersShown} more` : '';
  return [
    assignees.slice(0, ownersShown).join(', ') + more,
    priority_date && `priority ${formatDay(priority_date)}`,
    publication_date && `published ${formatDay(publication_date)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const statusIcons = {
  verified: IconCheck,
  repaired: IconPencil,
  unverified: IconAlertTriangle,
} as const;

function Quote({ citation, onOpen }: { citation: ChatCitation; onOpen: OpenDocument }) {
  const { number, ucid, title, quote, place, status } = citation;
  const where = placeOf(citation);
  const Icon = statusIcons[status];
  return (
    <li className={classes.item}>
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <div className={classes.source}>
        <blockquote className={classes.quote}>{withEllipses(quote, place)}</blockquote>
        <p className={classes.status} data-status={status}>
          {where && title !== null && (
            <UnstyledButton
              className={classes.publication}
              aria-label={`Open ${ucid}, ${where}`}
              onClick={() => onOpen(ucid, place)}
            >
              {where}
            </UnstyledButton>
          )}
          <Icon size={14} stroke={1.8} aria-hidden />
          <strong>{statusNames[status]}.</strong> {statusMeanings[status]}
        </p>
      </div>
    </li>
  );
}
