import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import type { Explanation } from '#shared/contract/search.ts';
import { toUcid } from '#shared/ucid.ts';
import { columnLabel } from '#web/lib/column-label.ts';
import type { Hit } from '#web/lib/describe-hit.ts';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { Score } from '#web/ui/score.tsx';
import { hitFacts } from './hit-facts.ts';
import { ReportLink } from './report-link.tsx';
import classes from './search-results.module.css';
import type { Triage } from './use-triage.ts';
import { WhyThisHit } from './why-this-hit.tsx';

interface ResultItemProps {
  hit: Hit;
  explanation: Explanation | undefined;
  /** Whether scores order the list. */
  isRanked: boolean;
  /** What each column holds. */
  types: Index['columns_type'];
  /** Address of the page of a document, and its best passage. */
  pathOf: (id: string, quote: string | undefined) => string;
  /** Actions on a hit with this id and title. */
  actionsOf: (id: string, title: string) => ReactNode;
  /** Its place in the list. */
  place: number;
  triage: Triage;
  /** Whether there is room for it beside the list. */
  canOpen: boolean;
  onMoreLike: (id: string) => void;
}

/** One hit: title and score, the best passage, and on request its metadata and why it was found. */
export function ResultItem(props: ResultItemProps) {
  const { hit, explanation, isRanked, types, pathOf, actionsOf } = props;
  const { place, triage, canOpen, onMoreLike } = props;
  const { id, title, titleRanges, link, details } = hit;
  const [isOpen, setOpen] = useState(false);
  const ucid = id === undefined ? undefined : toUcid(id);
  const marked = <MarkedText text={title} termRanges={titleRanges} conceptRanges={[]} />;
  return (
    <li
      className={classes.item}
      data-hit={place}
      data-active={triage.active === place}
      data-read={id !== undefined && triage.isRead(id)}
      tabIndex={-1}
      onFocus={() => triage.setActive(place)}
    >
      <input
        type="checkbox"
        className={classes.select}
        aria-label={`Select ${title}`}
        checked={triage.selected.has(place)}
        onChange={() => triage.toggle(place)}
      />
      <h2 className={classes.title}>
        {id === undefined ? (
          <Linked href={link}>{marked}</Linked>
        ) : (
          <Anchor
            component={Link}
            underline="hover"
            to={pathOf(id, explanation?.passage?.text)}
            inherit
            onClick={() => triage.markRead(id)}
          >
            {marked}
          </Anchor>
        )}
      </h2>
      {isRanked && (
        <div className={classes.score}>
          <span className={classes.scoreLabel}>Score</span>
          <Score value={hit.score} />
        </div>
      )}
      <div className={classes.body}>
        <dl className={classes.facts}>
          {id !== undefined && (
            <div>
              <VisuallyHidden component="dt">Number</VisuallyHidden>
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
        <div className={classes.foot}>
          <details
            className={classes.more}
            onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            <summary>Details</summary>
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
              {details.map(({ name, value, ranges }) => (
                <div key={name}>
                  <dt>{columnLabel(name)}</dt>
                  <dd>
                    <MarkedText text={value} termRanges={ranges} conceptRanges={[]} />
                  </dd>
                </div>
              ))}
            </dl>
            {explanation && <WhyThisHit {...explanation} />}
          </details>
          {id !== undefined && (
            <>
              {actionsOf(id, title)}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`More like this: ${title}`}
                onClick={() => onMoreLike(id)}
              >
                More like this
              </Button>
              {canOpen && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Read here: ${title}`}
                  onClick={() => triage.open(place)}
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
}

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
      {passage.start > 0 && '… '}
      <MarkedText {...passage} />
      {!endsSentence && ' …'}
    </p>
  );
}
