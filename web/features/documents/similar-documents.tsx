import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ColumnUses } from '#shared/column-uses.ts';
import { limits } from '#shared/limits.ts';
import { similarRowsQuery } from '#web/api/documents.ts';
import { searchFailureTitle } from '#web/api/search.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Section } from '#web/ui/page/section.tsx';
import classes from './similar-documents.module.css';

interface SimilarDocumentsProps {
  indexId: string;
  /** The column of the index that names its documents. */
  column: string;
  /** The document itself. */
  id: string;
  /** Which columns are title and id of a row. Told from their names if absent. */
  uses?: ColumnUses | undefined;
}

/** The rows of an index that are nearest in meaning to one of them. */
export function SimilarDocuments(props: SimilarDocumentsProps) {
  const { uses, ...request } = props;
  const similar = useQuery(similarRowsQuery(request));
  return (
    <Section title="Similar documents">
      <Loaded
        query={similar}
        failure={searchFailureTitle(similar.error)}
        skeleton={{
          shape: 'table',
          lines: limits.similarRows,
          label: 'Loading similar documents',
        }}
      >
        {({ foundItems }) => (
          <Hits
            indexId={request.indexId}
            hits={foundItems.map((item) => describeHit(item, uses))}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Hits({ indexId, hits }: { indexId: string; hits: ReturnType<typeof describeHit>[] }) {
  if (hits.length === 0) return <p>No other document is near this one.</p>;
  return (
    <>
      <p className={classes.about}>Numbers say how near they are in meaning, 0 to 1.</p>
      <ol className={classes.list}>
        {hits.map((hit, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id; their place is one
          <li key={position}>
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
            <Score value={hit.score} digits={2} />
          </li>
        ))}
      </ol>
    </>
  );
}
