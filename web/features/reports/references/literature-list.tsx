import { Text } from '@mantine/core';
import { literatureNote, paperName } from '#shared/report/literature-notes.ts';
import type { Paper } from '#shared/report/report.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { tierNames } from './date-tiers.ts';

/** Art that is not a patent, with the basis of its date and its nearest passage. Links are shown as text: they come from the data. */
export function LiteratureList({ literature }: { literature: readonly Paper[] }) {
  return (
    <>
      <Text size="sm" maw="42rem">
        {literatureNote}
      </Text>
      <ol>
        {literature.map((paper) => {
          const { catalog, id, tier, tier_reason, provision, nearness, passages, link } = paper;
          const [passage] = passages;
          return (
            <li key={`${catalog} ${id}`}>
              <Text size="sm" fw={560}>
                {paperName(paper)}
              </Text>
              <Score value={nearness} />
              <Text size="sm">
                <strong>{tierNames[tier]}.</strong> {tier_reason}
                {provision && ` (${provision})`}
              </Text>
              {passage && <blockquote>{passage.quote}</blockquote>}
              <Text size="sm">{link}</Text>
            </li>
          );
        })}
      </ol>
    </>
  );
}
