import { passagePieces } from '#web/lib/passage-pieces.ts';
import classes from './marked-text.module.css';

/** A text with the words marked that are in the query or near it in meaning. */
export function MarkedText(marked: Parameters<typeof passagePieces>[0]) {
  return passagePieces(marked).map(({ text, kind }, place) =>
    kind === 'plain' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a piece
      <mark key={place} className={classes[kind]}>
        {text}
      </mark>
    ),
  );
}
