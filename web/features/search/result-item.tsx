import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { columnLabel } from '#shared/column-label.ts';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { Explanation, FoundItem } from '#shared/contract/search.ts';
import { toUcid } from '#shared/ucid.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { formatScore } from '#web/lib/format.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { patentImagePath } from '#web/ui/patent/reading.ts';
import { MarkedText } from '#web/ui/text/marked-text.tsx';
import { FamilyPublications } from './families/family-publications.tsx';
import { hitFacts, readable, unreadColumns } from './hit-facts.ts';
import { ReportLink } from './report-link.tsx';
import classes from './search-results.module.css';
import type { Triage } from './use-triage.ts';
import { WhyThisHit } from './why-this-hit.tsx';

export interface ResultItemProps {
  item: FoundItem;
  indexId: string;
  /** Which columns are title, link and id of a row. */
  uses: ColumnUses | undefined;
  /** What each column holds. */
  types: Index['columns_type'];
  /** The words that were searched, which the page of the document marks. */
  words: string;
  /** Whether scores order the list. */
  isRanked: boolean;
  /** Its place in the list. */
  position: number;
  /** Whether it is the first that is less relevant than those before it. */
  isFirstOfLess: boolean;
  isActive: boolean;
  isSelected: boolean;
  isRead: boolean;
  /** Whether there is room for it beside the list. */
  canOpen: boolean;
  /** Further actions on a hit. */
  actionsOf: (row: { index_id: string; id: string }, title: string) => ReactNode;
  onMoreLike: (ids: readonly string[]) => void;
  onOpen: Triage['open'];
  onToggle: Triage['toggle'];
  onActive: Triage['setActive'];
  onRead: Triage['markRead'];
}

/**
 * One hit: number, owner, dates and classes, score, the best passage, and on request its metadata and why it was found.
 * Not rendered again while others are gone through.
 */
export const ResultItem = memo((props: ResultItemProps) => {
  const { item, indexId, uses, types, words, isRanked, position, actionsOf } = props;
  const { isFirstOfLess, isActive, isSelected, isRead, canOpen } = props;
  const { onMoreLike, onOpen, onToggle, onActive, onRead } = props;
  const { explanation, sameValue = 1 } = item;
  const hit = describeHit(item, uses);
  const { id, title, titleRanges, link, details } = hit;
  const [isOpen, setOpen] = useState(false);
  // What is folded away is rendered after what is seen.
  const isDetailed = useDeferredValue(true, false);
  const ucid = id === undefined ? undefined : toUcid(id);
  const drawing = ucid && details.find(({ name }) => name === 'drawing')?.value;
  const others = ucid ? details.filter(({ name }) => !unreadColumns.includes(name)) : details;
  const marked = <MarkedText text={title} termRanges={titleRanges} conceptRanges={[]} />;
  return (
    <li
      className={classes.item}
      data-hit={position}
      data-active={isActive}
      data-read={isRead}
      tabIndex={-1}
      onFocus={() => onActive(position)}
    >
      {isFirstOfLess && <p className={classes.less}>Less relevant</p>}
      <input
        type="checkbox"
        className={classes.select}
        aria-label={`Select ${title}`}
        checked={isSelected}
        onChange={() => onToggle(position)}
      />
      <h2 className={classes.title} data-tour={position === 0 ? 'search-document' : undefined}>
        {id === undefined ? (
          <Linked href={link}>{marked}</Linked>
        ) : (
          <Anchor
            component={Link}
            underline="hover"
            to={documentPath(indexId, id, words, explanation?.passage?.text)}
            inherit
            onClick={() => onRead(id)}
          >
            {marked}
          </Anchor>
        )}
      </h2>
      {isRanked && (
        <div className={classes.score}>
          <span className={classes.scoreLabel}>Score</span>
          <Score value={hit.score} digits={2} />
        </div>
      )}
      {drawing && (
        <img
          className={classes.drawing}
          src={patentImagePath(ucid, drawing)}
          alt={`First drawing of ${title}`}
          loading="lazy"
        />
      )}
      <div className={classes.body}>
        <dl className={classes.facts}>
          {id !== undefined && (
            <div>
              {ucid === undefined ? (
                <dt>ID</dt>
              ) : (
                <VisuallyHidden component="dt">Number</VisuallyHidden>
              )}
              <dd className={classes.id}>{id}</dd>
            </div>
          )}
          {hitFacts(hit, ucid, types).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {explanation?.passage && <Passage passage={explanation.passage} />}
        {sameValue > 1 && <FamilyPublications item={item} title={title} {...{ indexId, words }} />}
        <div className={classes.foot}>
          <details
            className={classes.more}
            onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            <summary>Details</summary>
            {isDetailed && (
              <>
                <dl className={classes.details}>
                  {link !== undefined && (
                    <div>
                      <dt>Source</dt>
                      <dd>
                        <Linked href={link}>{link}</Linked>
                      </dd>
                    </div>
                  )}
                  {ucid !== undefined && isOpen && <ReportLink ucid={ucid} />}
                  {isRanked && (
                    <div>
                      <dt>Score</dt>
                      <dd>{formatScore(hit.score)}</dd>
                    </div>
                  )}
                  {others.map(({ name, value, ranges }) => {
                    const text = readable(types ?? {}, name, value);
                    return (
                      <div key={name}>
                        <dt>{columnLabel(name)}</dt>
                        <dd>
                          {/* The places of words are those in the cell. */}
                          <MarkedText
                            text={text}
                            termRanges={text === value ? ranges : []}
                            conceptRanges={[]}
                          />
                        </dd>
                      </div>
                    );
                  })}
                </dl>
                {explanation && <WhyThisHit {...explanation} />}
              </>
            )}
          </details>
          {id !== undefined && (
            <>
              {actionsOf({ index_id: indexId, id }, title)}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`More like this: ${title}`}
                onClick={() => onMoreLike([id])}
              >
                More like this
              </Button>
              {canOpen && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Read here: ${title}`}
                  onClick={() => onOpen(position)}
                >
                  Read here
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </li>
  );
});

/** A row without an id has no page here: its title leads to the document itself, if it has an address. */
function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <Anchor underline="hover" href={href} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  );
}

/** The best passage, with an ellipsis where the text goes on. */
function Passage({ passage }: { passage: NonNullable<Explanation['passage']> }) {
  const endsSentence = /[.!?]["'”’)]*\s*$/u.test(passage.text);
  return (
    <p className={classes.passage}>
      {passage.column !== undefined && `${columnLabel(passage.column)}: `}
      {passage.start > 0 && '… '}
      <MarkedText {...passage} />
      {!endsSentence && ' …'}
    </p>
  );
}
