import { Text, VisuallyHidden } from '@mantine/core';
import { withDays } from '#shared/format-day.ts';
import { literatureNote, paperName } from '#shared/report/literature-notes.ts';
import type { Paper } from '#shared/report/report.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { tierNames } from './date-tiers.ts';
import quote from './quote.module.css';
import reference from './reference-item.module.css';
import classes from './reference-list.module.css';

/** Art that is not a patent, with the basis of its date and its nearest passage. Links are shown as text: they come from the data. */
export function LiteratureList({ literature }: { literature: readonly Paper[] }) {
  return (
    <>
      <Text size="sm" maw="42rem">
        {literatureNote}
      </Text>
      <ol className={classes.list}>
        {literature.map((paper) => {
          const { catalog, id, tier, tier_reason, provision, nearness, passages, link } = paper;
          const [passage] = passages;
          return (
            <li key={`${catalog} ${id}`} className={reference.item}>
              <h3 className={reference.title}>{paperName(paper)}</h3>
              <div>
                <VisuallyHidden>Nearness</VisuallyHidden>
                <Score value={nearness} />
              </div>
              <div className={reference.body}>
                <p className={reference.tier} data-tier={tier}>
                  <strong>{tierNames[tier]}.</strong> {withDays(tier_reason)}
                  {provision && ` (${provision})`}
                </p>
                {passage && (
                  <figure className={quote.figure}>
                    <blockquote className={quote.quote}>{passage.quote}</blockquote>
                    <figcaption className={quote.where}>{link}</figcaption>
                  </figure>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}
