import { useQuery } from '@tanstack/react-query';
import { partText } from '#shared/part-text.ts';
import type { PatentPlace } from '#shared/patent-document.ts';
import { patentQuery } from '#web/api/patents.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import { PatentDocument } from '#web/ui/patent-document.tsx';

interface PatentPageProps {
  ucid: string;
  place: PatentPlace | undefined;
}

/** The page of one patent, with a passage highlighted if the address names one. */
export function PatentPage({ ucid, place }: PatentPageProps) {
  const { data: patent, error, refetch } = useQuery(patentQuery(ucid));
  if (patent) {
    const text = place && partText(patent, place);
    const isMissing = place && (text === undefined || place.end > text.length);
    return (
      <>
        <PageHeader title={patent.title} description={patent.ucid} />
        {isMissing && (
          <Notice>
            The cited passage is not in this patent. It may have been cited from another version.
          </Notice>
        )}
        <PatentDocument patent={patent} place={place} />
      </>
    );
  }
  if (!error) return <PageSkeleton />;
  return (
    <ErrorPanel
      heading="h1"
      title="This patent cannot be shown"
      error={error}
      onRetry={() => refetch()}
    />
  );
}
