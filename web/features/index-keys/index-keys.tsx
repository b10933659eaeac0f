import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { addIndexKey, indexKeysQuery } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import classes from './index-keys.module.css';
import { KeyTable } from './key-table.tsx';
import { RestrictedKeyModal } from './restricted-key-modal.tsx';

/** Secret keys of one index: show, copy, add, replace, delete. */
export function IndexKeys({ index }: { index: Index }) {
  const { orgId } = useMember();
  const keys = useQuery(indexKeysQuery);
  const add = useMutation(addIndexKey(orgId, index));
  const [adding, setAdding] = useState(false);
  const addButtons = (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => setAdding(true)}>
        Add a restricted key
      </Button>
      <Button variant="default" size="xs" loading={add.isPending} onClick={() => add.mutate({})}>
        Add more secret keys
      </Button>
    </Group>
  );
  return (
    <Section title="Index Secret Keys" actions={keys.data && addButtons}>
      <div className={classes.stack} data-tour="keys">
        <FormError error={add.error} />
        <RestrictedKeyModal index={index} opened={adding} onClose={() => setAdding(false)} />
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
