import { Anchor, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { patentQuery } from '#web/api/patents.ts';
import { useReportOffer } from '#web/api/use-report-offer.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { PatentDocument } from '#web/ui/patent-document.tsx';
import { PatentPassage } from '#web/ui/patent-passage.tsx';
import classes from './document-modal.module.css';

/** A patent that is open over the chat, and the passage that is marked in it. */
export interface OpenedDocument {
  ucid: string;
  place: ChatCitation['place'];
}

interface DocumentModalProps {
  /** The dialog is open while this is set. */
  document: OpenedDocument | undefined;
  onClose: () => void;
}

/** The text of a patent over the chat, which stays as it is. */
export function DocumentModal({ document, onClose }: DocumentModalProps) {
  const [shown, setShown] = useState(document);
  // The text stays while the modal fades out.
  if (document && document !== shown) setShown(document);
  return (
    <Modal opened={document !== undefined} onClose={onClose} size="xl" title={shown?.ucid}>
      {shown && <Document {...shown} />}
    </Modal>
  );
}

function Document({ ucid, place }: OpenedDocument) {
  const offer = useReportOffer(ucid);
  const passage = place ? { ucid, ...place } : undefined;
  return (
    <Loaded
      query={useQuery(patentQuery(ucid))}
      failure="This patent cannot be shown"
      skeleton={{ shape: 'text' }}
    >
      {(patent) => (
        <>
          <p className={classes.title}>
            <PatentPassage text={patent.title} part="title" number={null} place={passage} />
          </p>
          <Anchor
            className={classes.page}
            component={Link}
            to={patentPath(ucid, place ?? undefined)}
            target="_blank"
            size="sm"
          >
            Open in a page of its own
          </Anchor>
          {offer && (
            <Anchor
              className={classes.page}
              component={Link}
              to={offer.to}
              target="_blank"
              size="sm"
            >
              {offer.text}
            </Anchor>
          )}
          <PatentDocument patent={patent} place={passage} />
        </>
      )}
    </Loaded>
  );
}
