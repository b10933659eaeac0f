import type { Explanation } from '#shared/contract/search.ts';
import { MarkedText } from '#web/ui/text/marked-text.tsx';
import classes from './row-document.module.css';

type Passage = NonNullable<Explanation['passage']>;

interface TextWithPassageProps {
  text: string;
  passage: Passage | undefined;
}

/** A text in which the passage that matches the search best is marked, and the words in it. */
export function TextWithPassage({ text, passage }: TextWithPassageProps) {
  if (!passage) return text;
  return (
    <>
      {text.slice(0, passage.start)}
      <span className={classes.passage}>
        <MarkedText {...passage} />
      </span>
      {text.slice(passage.end)}
    </>
  );
}
