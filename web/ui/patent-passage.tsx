import { useEffect, useRef } from 'react';
import type { PatentPlace } from '#shared/patent-document.ts';
import classes from './patent-document.module.css';

interface PatentPassageProps {
  text: string;
  part: PatentPlace['part'];
  number: number | null;
  place: PatentPlace | undefined;
}

/** Text of one part. If the place is in it, its passage is marked, scrolled to and focused. */
export function PatentPassage({ text, part, number, place }: PatentPassageProps) {
  const mark = useRef<HTMLElement>(null);
  const isHere = place?.part === part && place.number === number && place.end <= text.length;
  const { start, end } = isHere ? place : { start: 0, end: 0 };
  useEffect(() => {
    if (start === end) return;
    mark.current?.focus({ preventScroll: true });
    mark.current?.scrollIntoView({ block: 'center' });
  }, [start, end]);
  if (!isHere) return text;
  return (
    <>
      {text.slice(0, start)}
      <mark ref={mark} tabIndex={-1} className={classes.passage}>
        {text.slice(start, end)}
      </mark>
      {text.slice(end)}
    </>
  );
}
