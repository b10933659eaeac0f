import { passagePieces } from '#web/lib/passage-pieces.ts';
import classes from './marked-text.module.css';

/** A text with the words marked that are in the query or near it in meaning. */
export function MarkedText(marked: Parameters<typeof passagePieces>[0]) {
  return passagePieces(marked).map(({ text, kind }, position) =>
    kind === 'plain' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a piece
      <mark key={position} className={classes[kind]}>
        {text}
      </mark>
    ),
  );
}
