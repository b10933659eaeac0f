import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { searchFailureTitle, searchQuery } from '#web/api/search.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Score } from '#web/ui/score.tsx';
import { Section } from '#web/ui/section.tsx';
import classes from './similar-documents.module.css';

/** The beginning of a document says what it is about. */
const maxText = 4000;
const listed = 5;

/** The signed-in person. Searches count for their organisation. */
export interface Reader {
  userId: string;
  orgId: string;
}

interface SimilarDocumentsProps {
  reader: Reader;
  indexId: string;
  id: string;
  /** Text of the document, which is the query. */
  text: string;
}

/** The rows of an index that are nearest in meaning to one of them. */
export function SimilarDocuments({ reader, indexId, id, text }: SimilarDocumentsProps) {
  const similar = useQuery(
    searchQuery({
      ...reader,
      indexId,
      text: text.slice(0, maxText),
      filters: [],
      limit: listed + 1,
    }),
  );
  const hits = similar.data?.foundItems.map(describeHit).filter((hit) => hit.id !== id);
  return (
    <Section title="Similar documents">
      {similar.isPending && (
        <ContentSkeleton shape="table" lines={listed} label="Loading similar documents" />
      )}
      {similar.isError && (
        <ErrorPanel
          title={searchFailureTitle(similar.error)}
          error={similar.error}
          onRetry={() => void similar.refetch()}
        />
      )}
      {hits?.length === 0 && <p>No other document is near this one.</p>}
      <ol className={classes.list}>
        {hits?.slice(0, listed).map((hit, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id; their place is one
          <li key={place}>
            <span>
              {hit.id === undefined ? (
                hit.title
              ) : (
                <>
                  <Anchor component={Link} to={documentPath(indexId, hit.id, '')} inherit>
                    {hit.title}
                  </Anchor>{' '}
                  {/* Publications of one invention have the same title, so the id is shown too. */}
                  <span className={classes.id}>{hit.id}</span>
                </>
              )}
            </span>
            <Score value={hit.score} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
