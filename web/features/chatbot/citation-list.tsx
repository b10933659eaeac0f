import type { ChatCitation } from '#shared/contract/chat.ts';
import classes from './citations.module.css';
import { CitedPatent } from './cited-patent.tsx';
import type { OpenDocument, PatentActions } from './open-document.ts';

interface CitationListProps {
  citations: readonly ChatCitation[];
  onOpen: OpenDocument;
  actionsOf: PatentActions | undefined;
}

/** The patents that an answer quotes, as cards with their quotes, and whether the patents say it. */
export function CitationList({ citations, onOpen, actionsOf }: CitationListProps) {
  if (citations.length === 0) return null;
  const patents = Map.groupBy(citations, ({ ucid }) => ucid);
  return (
    <ol className={classes.list} aria-label="Sources">
      {[...patents].map(([ucid, quotes]) => (
        <CitedPatent
          key={ucid}
          ucid={ucid}
          citations={quotes}
          onOpen={onOpen}
          actionsOf={actionsOf}
        />
      ))}
    </ol>
  );
}
