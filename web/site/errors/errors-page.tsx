import { Fragment } from 'react';
import classes from './errors-page.module.css';
import { type Block, piecesOf, readMarkdown } from './read-markdown.ts';

/** Explains every code of an error under a heading of its own: errors lead to `/errors#{code}`. */
export function ErrorsPage({ markdown }: { markdown: string }) {
  return (
    <article className={classes.page}>
      {readMarkdown(markdown).map((block, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the page never changes
        <Part key={position} {...block} />
      ))}
    </article>
  );
}

function Part(block: Block) {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.points.map((point) => (
          <li key={point}>
            <Pieces text={point} />
          </li>
        ))}
      </ul>
    );
  }
  const { kind, text } = block;
  if (kind === 'code') return <pre>{text}</pre>;
  if (kind === 'p') {
    return (
      <p>
        <Pieces text={text} />
      </p>
    );
  }
  const Heading = kind;
  return <Heading id={kind === 'h3' ? text : undefined}>{text}</Heading>;
}

function Pieces({ text }: { text: string }) {
  return piecesOf(text).map(
    (piece, position) =>
      // biome-ignore-start lint/suspicious/noArrayIndexKey: the place is the identity of a piece
      position % 2 === 1 ? (
        <code key={position}>{piece}</code>
      ) : (
        <Fragment key={position}>{piece}</Fragment>
      ),
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the place is the identity of a piece
  );
}
