import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { hasOperators } from '#shared/query-language/has-operators.ts';
import { parseQuery } from '#shared/query-language/parse-query.ts';
import { toUcid } from '#shared/ucid.ts';
import { searchFailureTitle, searchQuery } from '#web/api/search.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { formatNumber } from '#web/lib/format.ts';
import { searchPlace } from '#web/lib/runnable-search.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { MarkedText } from '#web/ui/text/marked-text.tsx';
import { hitFacts } from '../hit-facts.ts';
import { queryColumns } from '../query-columns.ts';
import { searchRequest } from '../search-request.ts';
import classes from './comparison.module.css';
import { shareOf } from './shares.ts';

interface ResultsOfBothProps {
  indexes: readonly [Index, Index];
  text: string;
}

const shown = 10;

/** One search in both indexes: how much each has of it, and the best rows next to each other. */
export function ResultsOfBoth({ indexes, text }: ResultsOfBothProps) {
  if (text === '') {
    return (
      <EmptyState title="Ask both">
        Write what you are looking for. The best rows of each index stand side by side.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.note}>
        Scores, 0 to 1, can be compared within one index, not between two.
      </p>
      <div className={classes.columns}>
        {indexes.map((index) => (
          <ResultsOfOne key={index.item_id} index={index} text={text} />
        ))}
      </div>
    </>
  );
}

function ResultsOfOne({ index, text }: { index: Index; text: string }) {
  const address = { indexId: index.item_id, text, filters: [], asWords: false };
  const { facets: _, pages: __, ...request } = searchRequest(address, index, false);
  const found = useQuery(searchQuery({ ...request, limit: shown }));
  // Operators are not words of a document.
  const words = hasOperators(text) ? parseQuery(text, queryColumns(index)).text : text;
  const { query, state } = searchPlace(address);
  return (
    <section aria-label={index.name} className={classes.column}>
      <h2 className={classes.name}>{index.name}</h2>
      <Loaded
        query={found}
        failure={searchFailureTitle(found.error)}
        skeleton={{ shape: 'list', lines: 5, label: `Searching ${index.name}` }}
      >
        {({ totalFoundItems: total, foundItems }) => (
          <>
            <p className={classes.count} role="status">
              {/* Words have no end: how many rows they find says nothing. */}
              {request.syntax
                ? `${formatNumber(total)} of ${formatNumber(index.rows)} rows, ${shareOf(total, index.rows)} `
                : `Best of ${formatNumber(index.rows)} rows `}
              <Anchor component={Link} to={`/search?${query}`} state={state} inherit>
                All results
              </Anchor>
            </p>
            {foundItems.length === 0 ? (
              <p className={classes.note}>Nothing was found here.</p>
            ) : (
              <ol className={classes.hits}>
                {foundItems.map((item, position) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id; their place is one
                  <HitOfOne key={position} {...{ item, index, words }} />
                ))}
              </ol>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function HitOfOne({ item, index, words }: { item: FoundItem; index: Index; words: string }) {
  const hit = describeHit(item, index.columns_use);
  const { id, link, title, titleRanges, score } = hit;
  const passage = item.explanation?.passage;
  const marked = <MarkedText text={title} termRanges={titleRanges} conceptRanges={[]} />;
  const facts = hitFacts(hit, id === undefined ? undefined : toUcid(id), index.columns_type);
  return (
    <li className={classes.hit}>
      <h3 className={classes.title}>
        {id !== undefined ? (
          <Anchor
            component={Link}
            to={documentPath(index.item_id, id, words, passage?.text)}
            underline="hover"
            inherit
          >
            {marked}
          </Anchor>
        ) : link !== undefined ? (
          <Anchor href={link} target="_blank" rel="noreferrer" underline="hover" inherit>
            {marked}
          </Anchor>
        ) : (
          marked
        )}
      </h3>
      {score > 0 && <Score value={score} digits={2} />}
      <p className={classes.facts}>
        {facts.map(({ name, value }) => (
          <span key={name}>
            <span className={classes.soft}>{name}</span> {value}
          </span>
        ))}
      </p>
      {passage && (
        <p className={classes.passage}>
          <MarkedText {...passage} />
        </p>
      )}
    </li>
  );
}
