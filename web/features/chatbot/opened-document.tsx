import { ActionIcon, Anchor } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { patentQuery } from '#web/api/patents.ts';
import { useReportOffer } from '#web/api/use-report-offer.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { PatentPassage } from '#web/ui/patent/passage.tsx';
import { PatentDocument } from '#web/ui/patent/patent-document.tsx';
import classes from './opened-document.module.css';
import { Sheet, useIsWide } from './sheet.tsx';

/** A patent that is open, and the passage that is marked in it. */
export interface DocumentPlace {
  ucid: string;
  place: ChatCitation['place'];
}

interface OpenedDocumentProps extends DocumentPlace {
  /** It stands over the page on wide screens, too. */
  isOver?: boolean;
  onClose: () => void;
}

/** A patent beside the conversation, which stays as it is; on a phone over it. */
export function OpenedDocument(props: OpenedDocumentProps) {
  const isWide = useIsWide();
  const { ucid, onClose, isOver = false } = props;
  if (isWide && !isOver) return <Beside {...props} />;
  return (
    <Sheet title={ucid} side="right" size="xl" opened onClose={onClose}>
      <Text {...props} />
    </Sheet>
  );
}

function Beside(props: OpenedDocumentProps) {
  const { ucid, place, onClose } = props;
  const pane = useRef<HTMLDivElement>(null);
  const opener = useRef(document.activeElement);
  useHotkeys([['Escape', onClose]], []);
  useEffect(() => {
    const before = opener.current;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document begins at its top, if no passage is shown
  useEffect(() => {
    if (!place) pane.current?.scrollTo({ top: 0 });
  }, [ucid, place]);
  return (
    <aside className={classes.pane} aria-label={`Document ${ucid}`}>
      <div className={classes.head}>
        <span className={classes.ucid}>{ucid}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Close the document"
          title="Close (Escape)"
          onClick={onClose}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div ref={pane} className={classes.text} tabIndex={0}>
        <Text {...props} />
      </div>
    </aside>
  );
}

function Text({ ucid, place }: DocumentPlace) {
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
