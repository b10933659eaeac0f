import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { metRuns } from '#shared/report/met-runs.ts';
import type { ReportPassage } from '#shared/report/report.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import classes from './quote.module.css';

/** A passage as pages show it. */
export type ShownPassage = Omit<ReportPassage, 'hash'>;

interface QuoteProps {
  ucid: string;
  passage: ShownPassage;
}

/** A passage word for word, the words that met the element in bold, and a link to its place in the text of the patent. */
export function Quote({ ucid, passage }: QuoteProps) {
  return (
    <figure className={classes.figure}>
      <blockquote className={classes.quote}>
        {metRuns(passage.quote, passage.met ?? []).map(({ text, isMet }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never move
          isMet ? <strong key={at}>{text}</strong> : text,
        )}
      </blockquote>
      <figcaption className={classes.where}>
        <Anchor component={Link} to={patentPath(ucid, passage)} inherit>
          {ucid}, {passage.where}
        </Anchor>
      </figcaption>
    </figure>
  );
}
