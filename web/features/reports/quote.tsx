import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ReportPassage } from '#shared/report/report.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import classes from './quote.module.css';

/** A passage as pages show it. */
export type ShownPassage = Omit<ReportPassage, 'hash'>;

interface QuoteProps {
  ucid: string;
  passage: ShownPassage;
}

/** A passage word for word, and a link to its place in the text of the patent. */
export function Quote({ ucid, passage }: QuoteProps) {
  return (
    <figure className={classes.figure}>
      <blockquote className={classes.quote}>{passage.quote}</blockquote>
      <figcaption className={classes.where}>
        <Anchor component={Link} to={patentPath(ucid, passage)} inherit>
          {ucid}, {passage.where}
        </Anchor>
      </figcaption>
    </figure>
  );
}
