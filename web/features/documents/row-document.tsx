import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Explanation } from '#shared/contract/search.ts';
import { documentQuery } from '#web/api/documents.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { isNotFound } from '#web/lib/errors.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import { citation } from './citation.ts';
import classes from './row-document.module.css';
import { SearchLink } from './search-link.tsx';
import { SimilarDocuments } from './similar-documents.tsx';

/** The signed-in person. The search that finds the document counts for their organisation. */
export interface Reader {
  userId: string;
  orgId: string;
}

interface RowDocumentProps {
  reader: Reader;
  indexId: string;
  id: string;
  /** Text of the search that found the row; empty if there was none. */
  text: string;
  /** Shown if there is no such row. */
  missing?: ReactNode;
}

/** The page of one row of an index: its whole text, its metadata, and similar rows. */
export function RowDocument({
  reader,
  indexId,
  id,
  text,
  missing = <NotFound />,
}: RowDocumentProps) {
  const { data, error, refetch } = useQuery(documentQuery({ ...reader, indexId, id, text }));
  if (isNotFound(error)) return missing;
  if (error) {
    return (
      <ErrorPanel
        heading="h1"
        title="This document cannot be shown"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <PageSkeleton />;
  const { title, details, link } = describeHit(data.item);
  const passage = text === '' ? null : data.item.explanation?.passage;
  return (
    <article className={classes.document}>
      <PageHeader
        title={title}
        description={id}
        breadcrumb={<SearchLink indexId={indexId} text={text} />}
        actions={
          <CopyButton
            named
            label="Copy citation"
            value={citation({ title, id, details, address: link ?? window.location.href })}
          />
        }
      />
      <Facts>
        {details.map(({ name, value }) => (
          <Fact key={name} name={name.replaceAll('_', ' ')}>
            {value}
          </Fact>
        ))}
        {link !== undefined && (
          <Fact name="source">
            <Anchor href={link} target="_blank" rel="noreferrer" inherit>
              {link}
            </Anchor>
          </Fact>
        )}
      </Facts>
      <p className={classes.text}>
        <WithPassage text={data.text} passage={passage ?? undefined} />
      </p>
      <SimilarDocuments orgId={reader.orgId} indexId={indexId} column={data.column} id={id} />
    </article>
  );
}

type Passage = NonNullable<Explanation['passage']>;

/** A text in which the passage that matches the search best is marked, and the words in it. */
function WithPassage({ text, passage }: { text: string; passage: Passage | undefined }) {
  if (!passage) return text;
  return (
    <>
      {text.slice(0, passage.start)}
      <span className={classes.passage}>
        <MarkedText {...passage} />
      </span>
      {text.slice(passage.end)}
    </>
  );
}
