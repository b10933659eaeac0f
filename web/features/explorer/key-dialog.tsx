import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ExplorerSystem, SecurityScheme } from './explorer-system.ts';

/** Name of the scheme in the document. */
const schemeName = 'apiKey';

/** Asks for the API key of the calls. It is forgotten when the page is left. */
export function KeyDialog({
  authSelectors,
  authActions,
  scheme,
}: ExplorerSystem & { scheme: SecurityScheme }) {
  const [key, setKey] = useState('');
  const authorized = authSelectors.authorized().size > 0;
  const close = () => authActions.showDefinitions(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    authActions.authorize({ [schemeName]: { value: key.trim(), schema: scheme } });
    close();
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
