import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { partText } from '#shared/part-text.ts';
import type { PatentDocument as Patent, PatentPlace } from '#shared/patent-document.ts';
import { patentQuery } from '#web/api/patents.ts';
import { useReportOffer } from '#web/api/use-report-offer.ts';
import { codeOf, isInvalid, messageOf } from '#web/lib/errors.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { placeOfQuote } from '#web/lib/place-of-quote.ts';
import { readableTitle } from '#web/lib/readable-title.ts';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageSkeleton } from '#web/ui/feedback/page-skeleton.tsx';
import { useLoaded } from '#web/ui/feedback/use-loaded.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { useSeen } from '#web/ui/page/use-seen.ts';
import { PatentDocument } from '#web/ui/patent/patent-document.tsx';
import { CopyButton } from '#web/ui/text/copy-button.tsx';
import type { ActionsOf } from './actions-of.ts';
import { citation } from './citation.ts';
import { CitationGraphPart } from './citation-graph-part.tsx';
import { CitingPatents } from './citing-patents.tsx';
import { MissingPatent } from './missing-patent.tsx';
import { SearchLink } from './search-link.tsx';

/** Finding them is a search, and few people come to the end of the page, where they stand. */
const SimilarDocuments = lazy(async () => ({
  default: (await import('./similar-documents.tsx')).SimilarDocuments,
}));

/** Of few patents the collection has only a row. */
const RowDocument = lazy(async () => ({
  default: (await import('./row-document.tsx')).RowDocument,
}));

interface PatentPageProps {
  ucid: string;
  place: PatentPlace | undefined;
  /** Text of the search that found the patent; empty if there was none. */
  text: string;
  /** Quote of that search, marked if the address names no passage. */
  quote: string;
  /** The signed-in member of an organization. All others see the patent alone. */
  memberId: string | undefined;
  /** Whether it is known if somebody is signed in. */
  isMemberKnown: boolean;
  /** Further actions of members on a document. */
  actionsOf: ActionsOf;
}

function ReportButton({ ucid }: { ucid: string }) {
  const offer = useReportOffer(ucid);
  return (
    offer && (
      <Button component={Link} to={offer.to} variant="default" size="xs">
        {offer.text}
      </Button>
    )
  );
}

function SimilarPart({ ucid }: { ucid: string }) {
  const { ref, wasSeen } = useSeen<HTMLDivElement>();
  return (
    <div ref={ref}>
      {wasSeen && (
        <Suspense>
          <SimilarDocuments indexId="us_patents" column="ucid" id={ucid} />
        </Suspense>
      )}
    </div>
  );
}

/** The page of one patent, with a passage highlighted if the address names one. */
export function PatentPage(props: PatentPageProps) {
  const { ucid, place, text, quote, memberId, isMemberKnown, actionsOf } = props;
  const { data, error, refetch } = useQuery(patentQuery(ucid));
  const patent = useLoaded(data);
  if (patent) {
    const part = place && partText(patent, place);
    const isMissing = place && (part === undefined || place.end > part.length);
    return (
      <>
        <PageHeader
          title={readableTitle(patent.title)}
          description={patent.ucid}
          breadcrumb={text !== '' && <SearchLink indexId="us_patents" text={text} />}
          actions={
            <>
              <CopyButton label="Copy citation" value={citationOf(patent)} />
              <Button component={Link} to={similarPath(patent)} variant="default" size="xs">
                Search similar
              </Button>
              <Button component={Link} to={askPath(patent.ucid)} variant="default" size="xs">
                Ask Dexi
              </Button>
              <ReportButton ucid={patent.ucid} />
              {memberId && actionsOf({ index_id: 'us_patents', id: patent.ucid }, patent.title)}
            </>
          }
        />
        {isMissing && (
          <Notice>
            The cited passage is not in this patent. It may have been cited from another version.
          </Notice>
        )}
        <PatentDocument
          patent={patent}
          place={place ?? placeOfQuote(patent, quote)}
          query={text}
          more={[
            { id: 'cited-by', title: 'Cited by', content: <CitingPatents ucid={patent.ucid} /> },
            {
              id: 'citation-graph',
              title: 'Citation graph',
              content: <CitationGraphPart ucid={patent.ucid} />,
            },
          ]}
        />
        {memberId && <SimilarPart ucid={patent.ucid} />}
      </>
    );
  }
  const isWithoutText = codeOf(error) === 'PatentNotFound';
  if (!error || (isWithoutText && !isMemberKnown)) return <PageSkeleton />;
  if (!isWithoutText && !isInvalid(error)) {
    return (
      <ErrorPanel
        heading="h1"
        title="This patent cannot be shown"
        error={error}
        onRetry={() => refetch()}
      />
    );
  }
  const missing = <MissingPatent number={ucid} message={messageOf(error)} />;
  if (!isWithoutText || !memberId) return missing;
  // A catalogue may hold the row of a patent, with its abstract, but not its full text.
  const row = { indexId: 'us_patents', id: ucid, text };
  return (
    <Suspense fallback={<PageSkeleton />}>
      <RowDocument {...row} missing={missing} actionsOf={actionsOf} />
    </Suspense>
  );
}

const citationOf = ({ title, ucid, assignees, publication_date }: Patent) =>
  citation({
    title,
    id: ucid,
    details: [
      { name: 'assignees', value: assignees.join('; ') },
      { name: 'publication_date', value: publication_date ?? '' },
    ],
    address: window.location.origin + patentPath(ucid),
  });

/** Characters of a text to search with. Longer ones do not fit into an address. */
const searchLength = 1500;

/** A search for what the patent is about. */
const similarPath = ({ title, abstract, claims }: Patent) =>
  `/search?${new URLSearchParams({
    index: 'us_patents',
    q: (abstract || claims[0]?.text || title).slice(0, searchLength),
  })}`;

/** The assistant with a question begun. */
const askPath = (ucid: string) =>
  `/chatbot?${new URLSearchParams({ draft: `What does ${ucid} disclose about ` })}`;
