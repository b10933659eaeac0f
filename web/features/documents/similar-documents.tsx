import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { similarRowsQuery } from '#web/api/documents.ts';
import { searchFailureTitle } from '#web/api/search.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Score } from '#web/ui/score.tsx';
import { Section } from '#web/ui/section.tsx';
import classes from './similar-documents.module.css';

interface SimilarDocumentsProps {
  /** Organisation of the person who reads. */
  orgId: string;
  indexId: string;
  /** The column of the index that names its documents. */
  column: string;
  /** The document itself. */
  id: string;
}

/** The rows of an index that are nearest in meaning to one of them. */
export function SimilarDocuments(props: SimilarDocumentsProps) {
  const { indexId } = props;
  const similar = useQuery(similarRowsQuery(props));
  const hits = similar.data?.foundItems.map(describeHit);
  return (
    <Section title="Similar documents">
      {similar.isPending && (
        <ContentSkeleton
          shape="table"
          lines={limits.similarRows}
          label="Loading similar documents"
        />
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
        {hits?.map((hit, place) => (
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
