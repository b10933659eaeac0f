import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { columnLabel } from '#shared/column-label.ts';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { documentQuery } from '#web/api/documents.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { CopyButton } from '#web/ui/text/copy-button.tsx';
import type { ActionsOf } from './actions-of.ts';
import { citation } from './citation.ts';
import { factsOf } from './literature-facts.ts';
import classes from './row-document.module.css';
import { SearchLink } from './search-link.tsx';
import { SimilarDocuments } from './similar-documents.tsx';
import { TextWithPassage } from './text-with-passage.tsx';

interface RowDocumentProps {
  indexId: string;
  id: string;
  /** Text of the search that found the row; empty if there was none. */
  text: string;
  /** Further actions on the row. */
  actionsOf: ActionsOf;
  /** Shown if there is no such row. */
  missing?: ReactNode;
}

/** The page of one row of an index: its whole text, its metadata, and similar rows. */
export function RowDocument({ missing, ...row }: RowDocumentProps) {
  const { indexId, id, text } = row;
  return (
    <LoadedPage
      query={useQuery(documentQuery({ indexId, id, text }))}
      failure="This document cannot be shown"
      missing={missing}
    >
      {(found) => <Row {...row} found={found} />}
    </LoadedPage>
  );
}

interface RowProps extends Pick<RowDocumentProps, 'indexId' | 'id' | 'text' | 'actionsOf'> {
  found: { item: FoundItem; uses: ColumnUses | undefined; column: string; text: string };
}

function Row({ indexId, id, text, found, actionsOf }: RowProps) {
  const hit = describeHit(found.item, found.uses);
  const { title, details } = hit;
  const facts = factsOf(indexId, hit);
  const source = facts.find(({ name }) => name === 'source')?.value;
  const passage = text === '' ? null : found.item.explanation?.passage;
  return (
    <article>
      <PageHeader
        title={title}
        description={`${columnLabel(found.column)} ${id}`}
        breadcrumb={<SearchLink indexId={indexId} text={text} />}
        actions={
          <>
            <CopyButton
              label="Copy citation"
              value={citation({ title, id, details, address: source ?? window.location.href })}
            />
            {actionsOf({ index_id: indexId, id }, title)}
          </>
        }
      />
      <div className={classes.columns}>
        <div>
          {facts.length > 0 && (
            <Facts>
              {facts.map(({ name, value, href }) => (
                <Fact key={name} name={name}>
                  {href === undefined ? (
                    value
                  ) : (
                    <Anchor href={href} target="_blank" rel="noreferrer" inherit>
                      {value}
                    </Anchor>
                  )}
                </Fact>
              ))}
            </Facts>
          )}
          <p className={classes.text}>
            <TextWithPassage text={found.text} passage={passage ?? undefined} />
          </p>
        </div>
        <SimilarDocuments indexId={indexId} column={found.column} id={id} uses={found.uses} />
      </div>
    </article>
  );
}
