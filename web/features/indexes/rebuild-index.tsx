import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { api } from '#web/lib/api.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { datasetFilesQuery, fileName } from '#web/lib/queries/dataset-files.ts';
import { indexesQuery } from '#web/lib/queries/indexes.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { DatasetSelect } from './dataset-select.tsx';

/** Opens the question from which dataset an index is built anew. */
export function RebuildIndex({ index, label }: { index: Index; label: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={`Rebuild ${index.name}`}>
        <RebuildForm index={index} onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function RebuildForm({ index, onClose }: { index: Index; onClose: () => void }) {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const files = useQuery(datasetFilesQuery(orgId));
  const [chosen, setChosen] = useState<string>();
  // The dataset it was made of, as long as there is one of this name.
  const same = files.data?.find(({ Key }) => fileName(Key) === index.dataset_name)?.Key;
  const key = chosen ?? same;
  const rebuild = useMutation({
    mutationFn: (value: string) =>
      api('rebuild-index', {
        body: {
          index_id: index.item_id,
          orgId,
          dataset: { value, label: fileName(value) },
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: indexesQuery(orgId).queryKey });
      onClose();
    },
  });
  return (
    <Stack>
      <Text size="sm">
        The index is built anew from the dataset as it is now, with the same columns.
        {index.status === 'Active' && ' Until that is done, it goes on answering as before.'}
      </Text>
      <DatasetSelect value={key} onChoose={({ Key }) => setChosen(Key)} />
      <FormError error={files.error ?? rebuild.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!key}
          loading={rebuild.isPending}
          onClick={() => key && rebuild.mutate(key)}
        >
          Rebuild
        </Button>
      </Group>
    </Stack>
  );
}
