import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FoundItem } from '#shared/contract/search.ts';
import { formatDay } from '#shared/format-day.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { formatCount } from '#web/lib/format.ts';
import classes from './family-publications.module.css';
import { type FamilyMember, useFamily } from './use-families.ts';

interface FamilyPublicationsProps {
  item: FoundItem;
  title: string;
  indexId: string;
  /** The words that were searched. */
  words: string;
}

/** Letters of the offices, each once: "US, EP, WO". */
const officesOf = (members: readonly FamilyMember[]) =>
  [...new Set(members.map(({ id }) => id.slice(0, 2).toUpperCase()))].join(', ');

/** The publications of the family of a hit that the search found: how many and where, and one by one if it is unfolded. */
export function FamilyPublications(props: FamilyPublicationsProps) {
  const { item, title, indexId, words } = props;
  const [isOpen, setOpen] = useState(false);
  const members = useFamily(item, isOpen);
  const count = formatCount(members?.length ?? item.sameValue ?? 1, 'publication');
  return (
    <div className={classes.family}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-label={`${count} of ${title}`}
        onClick={() => setOpen(!isOpen)}
      >
        {members ? `${count}: ${officesOf(members)}` : count}
      </Button>
      {isOpen && (
        <ul className={classes.list} aria-label={`Publications of ${title}`}>
          {members?.map((member) => (
            <li key={member.id}>
              <Anchor
                component={Link}
                to={documentPath(indexId, member.id, words)}
                underline="hover"
                className={classes.number}
              >
                {member.id}
              </Anchor>
              {member.date !== undefined && <span>{formatDay(member.date)}</span>}
              <span className={classes.title}>{member.title}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
