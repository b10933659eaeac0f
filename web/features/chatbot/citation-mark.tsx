import { UnstyledButton } from '@mantine/core';
import type { ChatCitation } from '#shared/contract/chat.ts';
import classes from './citations.module.css';
import { describeCitation } from './describe-citation.ts';
import type { OpenDocument } from './open-document.ts';

interface CitationMarkProps {
  citation: ChatCitation;
  onOpen: OpenDocument;
}

/** The number of a citation in the text of an answer: opens the patent at the passage. */
export function CitationMark({ citation, onOpen }: CitationMarkProps) {
  const { number, ucid, place, status } = citation;
  return (
    <UnstyledButton
      className={classes.mark}
      data-status={status}
      aria-label={`Source ${number}: ${describeCitation(citation)}`}
      disabled={citation.title === null}
      onClick={() => onOpen(ucid, place)}
    >
      {number}
      {status === 'unverified' && <span className={classes.doubt}>not verified</span>}
    </UnstyledButton>
  );
}

/** A publication number in the text of an answer: opens the patent. */
export function PublicationMark({ ucid, onOpen }: { ucid: string; onOpen: OpenDocument }) {
  return (
    <UnstyledButton className={classes.publication} onClick={() => onOpen(ucid)}>
      {ucid}
    </UnstyledButton>
  );
}
