import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { indexKeysQuery, revealIndexKey } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { formatDate } from '#web/lib/format.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import type { ExplorerSystem, SecurityScheme } from './explorer-system.ts';

/** Name of the scheme in the document. */
const schemeName = 'apiKey';

/** Asks for the API key of the calls. It is forgotten when the page is left. */
export function KeyDialog({
  authSelectors,
  authActions,
  scheme,
  indexId,
}: ExplorerSystem & { scheme: SecurityScheme; indexId: string }) {
  const [key, setKey] = useState('');
  const authorized = authSelectors.authorized().size > 0;
  const close = () => authActions.showDefinitions(false);
  const use = (value: string) => {
    authActions.authorize({ [schemeName]: { value, schema: scheme } });
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    use(key.trim());
  };
  const remove = () => {
    authActions.logout([schemeName]);
    close();
  };
  if (authorized) {
    return (
      <Modal opened onClose={close} title="Authorize requests">
        <Stack>
          <Text size="sm">Your requests are sent with the API key that you have added.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={remove}>
              Remove the API key
            </Button>
            <Button onClick={close} data-autofocus>
              Keep it
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <Modal opened onClose={close} title="Authorize requests">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">Please authorize your request first by adding the API key</Text>
          <OwnKeys indexId={indexId} onUse={use} />
          <PasswordInput
            label="API key"
            description="One of the secret keys of this index, which admins see on its page"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={key.trim() === ''}>
              Authorize
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The keys of the index, which admins may use without copying them. The audit trail tells of it. */
function OwnKeys({ indexId, onUse }: { indexId: string; onUse: (key: string) => void }) {
  const { isAdmin } = useMember();
  const { data } = useQuery({ ...indexKeysQuery, enabled: isAdmin });
  const reveal = useMutation(revealIndexKey);
  const keys = isAdmin ? (data?.[indexId] ?? []) : [];
  return (
    <>
      {keys.map((one) => (
        <Button
          key={one.id}
          variant="default"
          loading={reveal.isPending && reveal.variables.id === one.id}
          onClick={() => reveal.mutate(one, { onSuccess: onUse })}
        >
          Use the key {one.name ?? `of ${formatDate(one.creation_date)}`}
        </Button>
      ))}
      <FormError error={reveal.error} />
    </>
  );
}
