import { Anchor, VisuallyHidden } from '@mantine/core';
import type { Explanation } from '#shared/contract/search.ts';
import { Score } from '#web/ui/score.tsx';
import type { Hit } from './describe-hit.ts';
import { passagePieces } from './passage-pieces.ts';
import classes from './search-results.module.css';
import { WhyThisHit } from './why-this-hit.tsx';

interface ResultItemProps {
  hit: Hit;
  explanation: Explanation | undefined;
}

/** One hit: title, best passage, what else is known of it, why it was found, and its score. */
export function ResultItem({ hit, explanation }: ResultItemProps) {
  return (
    <li className={classes.item}>
      <h2 className={classes.title}>
        {hit.link ? (
          <Anchor underline="hover" href={hit.link} target="_blank" rel="noreferrer" inherit>
            <Marked text={hit.title} termRanges={hit.titleRanges} conceptRanges={[]} />
          </Anchor>
        ) : (
          <Marked text={hit.title} termRanges={hit.titleRanges} conceptRanges={[]} />
        )}
      </h2>
      <div className={classes.score}>
        <VisuallyHidden>Score</VisuallyHidden>
        <Score value={hit.score} />
      </div>
      <div className={classes.body}>
        <dl className={classes.details}>
          {hit.id !== undefined && (
            <div>
              <VisuallyHidden component="dt">Id</VisuallyHidden>
              <dd className={classes.id}>{hit.id}</dd>
            </div>
          )}
          {hit.details.map(({ name, value, ranges }) => (
            <div key={name}>
              <dt>{name.replaceAll('_', ' ')}</dt>
              <dd>
                <Marked text={value} termRanges={ranges} conceptRanges={[]} />
              </dd>
            </div>
          ))}
        </dl>
        {explanation?.passage && <Passage passage={explanation.passage} />}
        {explanation && <WhyThisHit {...explanation} />}
      </div>
    </li>
  );
}

/** The best passage, with dots where it was cut out of its text. */
function Passage({ passage }: { passage: NonNullable<Explanation['passage']> }) {
  const endsSentence = /[.!?]["'”’)]*\s*$/u.test(passage.text);
  return (
    <p className={classes.passage}>
      {passage.start > 0 && '… '}
      <Marked {...passage} />
      {!endsSentence && ' …'}
    </p>
  );
}

/** A text with the words marked that are in the query or near it in meaning. */
function Marked(marked: Parameters<typeof passagePieces>[0]) {
  return passagePieces(marked).map(({ text, kind }, place) =>
    kind === 'plain' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a piece
      <mark key={place} data-kind={kind}>
        {text}
      </mark>
    ),
  );
}
