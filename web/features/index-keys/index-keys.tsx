import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { indexKeysQuery } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Section } from '#web/ui/section.tsx';
import classes from './index-keys.module.css';
import { KeyTable } from './key-table.tsx';

interface IndexKeysProps {
  indexId: string;
  builtin: boolean;
}

/** Own indexes have a text of their own for a failure that nobody foresaw. */
function addError(error: unknown, builtin: boolean): unknown {
  if (!error || builtin) return error;
  const expected =
    error instanceof ProductError ||
    (error instanceof ApiError && error.status > 0 && error.status < 500);
  return expected ? error : new Error('There is something wrong');
}

/** Secret keys of one index: show, copy, add, delete. */
export function IndexKeys({ indexId, builtin }: IndexKeysProps) {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const { queryKey } = indexKeysQuery(orgId);
  const keys = useQuery(indexKeysQuery(orgId));
  const own = keys.data && (keys.data[indexId] ?? []);
  const add = useMutation({
    mutationFn: async () => {
      if (own && own.length >= limits.apiKeysPerIndex) {
        throw new ProductError('KeyLimitReached');
      }
      return api('create-index-key', { body: { org_id: orgId, index: indexId } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  const addButton = (
    <Button variant="default" size="xs" loading={add.isPending} onClick={() => add.mutate()}>
      Add more secret keys
    </Button>
  );
  return (
    <Section title="Index Secret Keys" actions={own && addButton}>
      <div className={classes.stack} data-tour="keys">
        <FormError error={addError(add.error, builtin)} />
        {keys.isError && (
          <ErrorPanel
            title="The keys could not be loaded"
            error={keys.error}
            onRetry={() => void keys.refetch()}
          />
        )}
        {keys.isPending && <Skeleton height={72} role="status" aria-label="Loading keys" />}
        {own && <KeyTable indexId={indexId} builtin={builtin} keys={own} />}
      </div>
    </Section>
  );
}
