import { Anchor, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Explanation } from '#shared/contract/search.ts';
import { toUcid } from '#shared/ucid.ts';
import { columnLabel } from '#web/lib/column-label.ts';
import type { Hit } from '#web/lib/describe-hit.ts';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { Score } from '#web/ui/score.tsx';
import { ReportLink } from './report-link.tsx';
import classes from './search-results.module.css';
import { WhyThisHit } from './why-this-hit.tsx';

interface ResultItemProps {
  hit: Hit;
  explanation: Explanation | undefined;
  /** Address of the page of a document, and its best passage. */
  pathOf: (id: string, quote: string | undefined) => string;
  /** Actions on a hit with this id and title. */
  actionsOf: (id: string, title: string) => ReactNode;
}

/** One hit: title and score, the best passage, and on request its metadata and why it was found. */
export function ResultItem({ hit, explanation, pathOf, actionsOf }: ResultItemProps) {
  const { id, title, titleRanges, link, details } = hit;
  const [isOpen, setOpen] = useState(false);
  const ucid = id === undefined ? undefined : toUcid(id);
  const marked = <MarkedText text={title} termRanges={titleRanges} conceptRanges={[]} />;
  return (
    <li className={classes.item}>
      <h2 className={classes.title}>
        {id === undefined ? (
          <Linked href={link}>{marked}</Linked>
        ) : (
          <Anchor
            component={Link}
            underline="hover"
            to={pathOf(id, explanation?.passage?.text)}
            inherit
          >
            {marked}
          </Anchor>
        )}
      </h2>
      <div className={classes.score}>
        <VisuallyHidden>Score</VisuallyHidden>
        <Score value={hit.score} />
      </div>
      <div className={classes.body}>
        {explanation?.passage && <Passage passage={explanation.passage} />}
        <details
          className={classes.more}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{id !== undefined && <span className={classes.id}>{id}</span>} Details</summary>
          <dl className={classes.details}>
            {link !== undefined && (
              <div>
                <dt>source</dt>
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
        {id !== undefined && actionsOf(id, title)}
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
