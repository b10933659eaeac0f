import { Anchor, Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { documentQuery } from '#web/api/documents.ts';
import { patentQuery } from '#web/api/patents.ts';
import type { ComparedDocument } from '#web/lib/compare-path.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import type { TextRange } from '#web/lib/text-pieces.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { MarkedText } from '#web/ui/text/marked-text.tsx';
import classes from './compare-documents.module.css';
import { comparedFacts } from './compared-facts.ts';
import { type SharedWords, sharedWords } from './shared-words.ts';

const patents = 'us_patents';

/** Two to four documents side by side, with the words and values marked that they share. */
export function CompareDocuments({ compared }: { compared: readonly ComparedDocument[] }) {
  const loaded = useQueries({
    queries: compared.map((document) => documentQuery({ ...document, text: '' })),
  });
  const hasClaims = ({ indexId }: ComparedDocument) => indexId === patents;
  // A patent without its full text is compared by what the index has of it.
  const fullTexts = useQueries({
    queries: compared.map((document) => ({
      ...patentQuery(document.id),
      enabled: hasClaims(document),
      retry: false,
    })),
  });
  const header = (
    <PageHeader
      description={
        compared.length < 2
          ? 'Two to four documents side by side, with what they share marked.'
          : 'Words on a coloured ground stand in all of them, underlined ones in some.'
      }
      breadcrumb={
        <BackLink to={`/search?index=${compared[0]?.indexId ?? patents}`}>Search</BackLink>
      }
    />
  );
  if (compared.length < 2) {
    return (
      <>
        {header}
        <EmptyState
          title="Nothing to compare yet"
          action={
            <Button component={Link} to="/search" variant="default">
              Search
            </Button>
          }
        >
          Select two to four results of a search, and choose “Compare” above them.
        </EmptyState>
      </>
    );
  }
  const failed = loaded.find(({ error }) => error);
  if (failed) {
    return (
      <>
        {header}
        <ErrorPanel
          title="These documents cannot be compared"
          error={failed.error!}
          onRetry={() => void failed.refetch()}
        />
      </>
    );
  }
  const found = loaded.flatMap(({ data }) => (data ? [data] : []));
  const isLoadingClaims = fullTexts.some(
    ({ isPending }, i) => isPending && hasClaims(compared[i]!),
  );
  if (found.length < compared.length || isLoadingClaims) {
    return (
      <>
        {header}
        <ContentSkeleton shape="text" lines={12} label="Loading the documents" />
      </>
    );
  }
  const claims = fullTexts.map(({ data }) => data?.claims[0]?.text ?? '');
  const documents = found.map(({ item, uses, text }, position) => ({
    ...describeHit(item, uses),
    ...compared[position]!,
    text,
  }));
  const texts = documents.map(({ text }, position) => `${claims[position]}\n${text}`);
  const shared = sharedWords(texts);
  return (
    <>
      {header}
      <SharedTerms shared={shared} documents={documents.length} />
      <section
        className={classes.scroller}
        aria-label="Documents side by side"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by keyboard
        tabIndex={0}
      >
        <table
          className={classes.table}
          data-documents={documents.length}
          style={{ '--documents': documents.length } as CSSProperties}
        >
          <thead>
            <tr>
              <td />
              {documents.map(({ indexId, id, title }, position) => (
                <th key={`${indexId} ${id}`} scope="col" data-number={position + 1}>
                  <span className={classes.id}>{id}</span>
                  <Anchor
                    component={Link}
                    to={documentPath(indexId, id, '')}
                    underline="hover"
                    inherit
                  >
                    {title}
                  </Anchor>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparedFacts(documents).map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((own, position) => (
                  <td key={compared[position]!.id} data-number={position + 1}>
                    {own.map(({ value, documents: having }) => (
                      <div key={value}>
                        {having === 1 ? (
                          value
                        ) : (
                          <mark className={having === compared.length ? classes.all : classes.some}>
                            {value}
                          </mark>
                        )}
                      </div>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
            {claims.some((claim) => claim !== '') && (
              <tr>
                <th scope="row">Claim 1</th>
                {claims.map((claim, position) => (
                  <td key={compared[position]!.id} data-number={position + 1}>
                    <Shared text={claim} from={0} shared={shared.ranges[position]!} />
                  </td>
                ))}
              </tr>
            )}
            <tr>
              <th scope="row">Text</th>
              {documents.map(({ id, text }, position) => (
                <td key={id} data-number={position + 1}>
                  <Shared
                    text={text}
                    from={claims[position]!.length + 1}
                    shared={shared.ranges[position]!}
                  />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The words that documents share, those of all first. */
function SharedTerms({ shared, documents }: { shared: SharedWords; documents: number }) {
  if (shared.words.length === 0) return <p>They share no words.</p>;
  return (
    <ul className={classes.terms} aria-label="Shared words">
      {shared.words.map(({ word, texts }) => (
        <li key={word}>
          <mark className={texts.length === documents ? classes.all : classes.some}>{word}</mark>
          {texts.length < documents && (
            <span className={classes.of}>{texts.map((position) => position + 1).join(', ')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface SharedProps {
  text: string;
  /** Where it begins in the text that `shared` counts in. */
  from: number;
  shared: readonly (TextRange & { inAll: boolean })[];
}

/** A text with the words marked that others have. */
function Shared({ text, from, shared }: SharedProps) {
  const within = shared.filter(({ start, end }) => start >= from && end <= from + text.length);
  const rangesOf = (all: boolean): [number, number][] =>
    within.filter(({ inAll }) => inAll === all).map(({ start, end }) => [start - from, end - from]);
  return (
    <div className={classes.text}>
      <MarkedText text={text} termRanges={rangesOf(true)} conceptRanges={rangesOf(false)} />
    </div>
  );
}
