import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SuggestedPatent } from '#shared/contract/patents.ts';
import { officeLinks } from '#shared/office-links.ts';
import { suggestedPatentsQuery } from '#web/api/patents.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { SearchPatents } from '#web/ui/feedback/search-patents.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Section } from '#web/ui/page/section.tsx';
import classes from '#web/ui/patent/lists.module.css';

const reasons: Record<SuggestedPatent['why'], string> = {
  'kind-code': 'the same number with another kind code',
  application: 'a publication of the application with this number',
  office: 'the same number at another office',
  family: 'a publication of the same invention',
};

interface MissingPatentProps {
  number: string;
  /** What the server says about it. */
  message: string;
}

/** Says that the collection does not have a patent, how its number may be meant, and where to look instead. */
export function MissingPatent({ number, message }: MissingPatentProps) {
  const { data } = useQuery(suggestedPatentsQuery(number));
  const items = data?.items ?? [];
  const links = officeLinks({ ucid: number });
  return (
    <>
      <PageHeader title={`${number} is not in the collection`} description={message} />
      {items.length > 0 && (
        <Section title="Perhaps one of these is meant">
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
        </Section>
      )}
      <Section title="Search the patents that are here">
        <SearchPatents />
        <p>
          Describe the invention, or{' '}
          <Anchor component={Link} to="/chatbot" inherit>
            ask Dexi
          </Anchor>
          .
        </p>
      </Section>
      {links.length > 0 && (
        <Section title="At the offices">
          <ul className={classes.list}>
            {links.map(({ name, href }) => (
              <li key={href}>
                <Anchor href={href} target="_blank" rel="noreferrer" inherit>
                  {name}
                </Anchor>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
