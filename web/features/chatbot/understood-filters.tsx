import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ChatRun } from '#shared/contract/chat.ts';
import { filterGroups } from '#shared/filter-words.ts';
import classes from './chips.module.css';

interface UnderstoodFiltersProps {
  run: ChatRun | undefined;
  disabled: boolean;
  /** Asks for the last search without some filters. */
  onLift: (request: string) => void;
}

/** The filters that Dexi has understood from the conversation. Each can be removed, which searches again. */
export function UnderstoodFilters({ run, disabled, onLift }: UnderstoodFiltersProps) {
  const groups = run?.searched ? filterGroups(run.searched) : [];
  if (groups.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Understood filters">
      {groups.map(({ words, lift }) => (
        <li key={lift}>
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<IconX size={14} stroke={1.6} aria-hidden />}
            disabled={disabled}
            aria-label={`Remove the filter: ${words.join(', ')}`}
            onClick={() => onLift(lift)}
          >
            {words.join(', ')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
