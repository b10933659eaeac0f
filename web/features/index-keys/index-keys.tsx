import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Index } from '#shared/contract/indexes.ts';
import { addIndexKey, indexKeysQuery } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import classes from './index-keys.module.css';
import { KeyTable } from './key-table.tsx';

/** Secret keys of one index: show, copy, add, delete. */
export function IndexKeys({ index }: { index: Index }) {
  const { orgId } = useMember();
  const keys = useQuery(indexKeysQuery);
  const add = useMutation(addIndexKey(orgId, index));
  const addButton = (
    <Button
      variant="default"
      size="xs"
      loading={add.isPending}
      onClick={() => add.mutate(undefined)}
    >
      Add more secret keys
    </Button>
  );
  return (
    <Section title="Index Secret Keys" actions={keys.data && addButton}>
      <div className={classes.stack} data-tour="keys">
        <FormError error={add.error} />
        <Loaded
          query={keys}
          failure="The keys could not be loaded"
          skeleton={{ shape: 'table', lines: 1, label: 'Loading keys' }}
        >
          {({ [index.item_id]: own = [] }) => <KeyTable index={index} keys={own} />}
        </Loaded>
      </div>
    </Section>
  );
}
