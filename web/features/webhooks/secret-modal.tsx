import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';
import classes from './webhooks-page.module.css';

const example = `import { Webhook } from 'standardwebhooks';

const event = new Webhook(process.env.WEBHOOK_SECRET)
  .verify(rawBody, request.headers);`;

interface SecretModalProps {
  /** The dialog is open while this is set. */
  secret: string | undefined;
  onClose: () => void;
}

/** Shows a secret, this once, and how a receiver checks what is signed with it. */
export function SecretModal({ secret, onClose }: SecretModalProps) {
  const [shown, setShown] = useState(secret);
  // The text stays while the dialog fades out.
  if (secret !== undefined && secret !== shown) setShown(secret);
  return (
    <Modal opened={secret !== undefined} onClose={onClose} title="Secret of the webhook" size="lg">
      <Stack>
        <Text size="sm">Store this secret at your server now. It is not shown again.</Text>
        <Group gap="xs" wrap="nowrap">
          <Code className={classes.secret}>{shown}</Code>
          <CopyIcon value={shown ?? ''} label="Copy the secret" />
        </Group>
        <Text size="sm">
          Each request is signed as Standard Webhooks describe. Check the signature before you
          believe what it says, in any language that has a library for them:
        </Text>
        <Code block>{example}</Code>
        <Text size="sm" c="dimmed">
          Answer with a status of 2xx within ten seconds. Anything else is tried again for three
          days, at growing intervals. An event may come twice, with the same header webhook-id.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have stored it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
