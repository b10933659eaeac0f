import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SuggestedPatent } from '#shared/contract/patents.ts';
import { suggestedPatentsQuery } from '#web/api/patents.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { Section } from '#web/ui/page/section.tsx';
import classes from '#web/ui/patent/lists.module.css';

const reasons: Record<SuggestedPatent['why'], string> = {
  'kind-code': 'the same number with another kind code',
  application: 'a publication of the application with this number',
  office: 'the same number at another office',
  family: 'a publication of the same invention',
};

/** How a number may be meant that there is not a patent of, and the way to a search. */
export function MissingPatent({ number }: { number: string }) {
  const { data } = useQuery(suggestedPatentsQuery(number));
  const items = data?.items ?? [];
  return (
    <Section title="What may help">
      {items.length > 0 && (
        <>
          <p className={classes.note}>Perhaps one of these is meant:</p>
          <ul className={classes.list}>
            {items.map(({ ucid, why }) => (
              <li key={ucid}>
                <Anchor component={Link} to={patentPath(ucid)} inherit>
                  {ucid}
                </Anchor>
                <span className={classes.about}>{reasons[why]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Anchor component={Link} to="/search?index=us_patents" inherit>
          Search the patents
        </Anchor>{' '}
        by what they are about, or{' '}
        <Anchor component={Link} to="/chatbot" inherit>
          ask Dexi
        </Anchor>
        .
      </p>
    </Section>
  );
}
