import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import { withEllipses } from '#shared/citations.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';
import classes from './citations.module.css';
import { placeOf, statusMeanings, statusNames } from './describe-citation.ts';
import type { OpenDocument } from './open-document.ts';

const statusIcons = {
  verified: IconCheck,
  repaired: IconPencil,
  unverified: IconAlertTriangle,
} as const;

interface CitationListProps {
  citations: readonly ChatCitation[];
  onOpen: OpenDocument;
}

/** What an answer quotes, and whether the patents say it. */
export function CitationList({ citations, onOpen }: CitationListProps) {
  if (citations.length === 0) return null;
  return (
    <ol className={classes.list} aria-label="Sources">
      {citations.map((citation) => (
        <CitationItem
          key={`${citation.number} ${citation.quote}`}
          citation={citation}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );
}

function CitationItem({ citation, onOpen }: { citation: ChatCitation; onOpen: OpenDocument }) {
  const { number, ucid, title, quote, place, status } = citation;
  const where = placeOf(citation);
  const Icon = statusIcons[status];
  return (
    <li className={classes.item}>
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <div className={classes.source}>
        {title === null ? (
          <span className={classes.ucid}>{ucid}</span>
        ) : (
          <UnstyledButton className={classes.publication} onClick={() => onOpen(ucid, place)}>
            {ucid}
            {where && `, ${where}`}
          </UnstyledButton>
        )}
        {title && <span className={classes.title}>{title}</span>}
        <blockquote className={classes.quote}>{withEllipses(quote, place)}</blockquote>
        <p className={classes.status} data-status={status}>
          <Icon size={14} stroke={1.8} aria-hidden />
          <strong>{statusNames[status]}.</strong> {statusMeanings[status]}
        </p>
      </div>
    </li>
  );
}
