import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { indexQuery } from '#web/api/indexes.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DeleteIndex } from './delete-index.tsx';
import { IndexData } from './index-data.tsx';
import { IndexOverview } from './index-overview.tsx';
import { IndexQuality } from './index-quality.tsx';
import { IndexRejects } from './index-rejects.tsx';
import { IndexSearches } from './index-searches.tsx';
import { IndexSynonyms } from './index-synonyms.tsx';

interface IndexPageProps {
  indexId: string;
  /** Beside the title. */
  actions: ReactNode;
  /** The part of the page about secret keys. */
  renderKeys: (index: Index) => ReactNode;
}

/** One index: overview, keys, data, synonyms, quality. */
export function IndexPage({ indexId, actions, renderKeys }: IndexPageProps) {
  const breadcrumb = <BackLink to="/index">Index</BackLink>;
  return (
    <LoadedPage
      query={useQuery(indexQuery(indexId))}
      failure="The index could not be loaded"
      skeleton={
        <>
          <PageHeader breadcrumb={breadcrumb} />
          <ContentSkeleton shape="figures" label="Loading index" />
        </>
      }
    >
      {(index) => (
        <>
          <PageHeader
            title={index.name}
            breadcrumb={breadcrumb}
            actions={
              <>
                {actions}
                <DeleteIndex index={index} />
              </>
            }
          />
          {index.status === 'Active' && <IndexSearches index={index} />}
          <IndexOverview index={index} />
          {renderKeys(index)}
          <IndexData index={index} />
          {index.status === 'Active' && !index.builtin && <IndexSynonyms index={index} />}
          {index.status === 'Active' && <IndexQuality index={index} />}
          {index.status === 'Active' && index.progress.rejects > 0 && (
            <IndexRejects index={index} />
          )}
        </>
      )}
    </LoadedPage>
  );
}
