import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#shared/contract/webhooks.ts';
import { limits } from '#shared/limits.ts';
import { type WebhookEvent, webhookEventNames, webhookEvents } from '#shared/webhooks.ts';
import { createWebhook, updateWebhook, type WebhookChoice } from '#web/api/webhooks.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';

interface WebhookModalProps {
  /** The dialog is open while this is set. */
  webhook: Webhook | 'new' | undefined;
  /** Gets the secret of a new one. */
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Adds a webhook, or changes one. */
export function WebhookModal({ webhook, onMade, onClose }: WebhookModalProps) {
  const title = webhook === 'new' ? 'Add webhook' : 'Edit webhook';
  return (
    <Modal opened={webhook !== undefined} onClose={onClose} title={title}>
      {webhook === 'new' && <NewWebhook onMade={onMade} onClose={onClose} />}
      {webhook !== undefined && webhook !== 'new' && (
        <ChangedWebhook webhook={webhook} onClose={onClose} />
      )}
    </Modal>
  );
}

const nothing: WebhookChoice = { url: '', about: '', events: webhookEventNames };

function NewWebhook({ onMade, onClose }: Omit<WebhookModalProps, 'webhook'>) {
  const create = useMutation(createWebhook);
  const save = (choice: WebhookChoice) =>
    create.mutate(choice, {
      onSuccess: ({ secret }) => {
        onClose();
        onMade(secret);
      },
    });
  const state = { error: create.error, isSaving: create.isPending };
  return <WebhookForm start={nothing} {...state} label="Add" onSave={save} onClose={onClose} />;
}

function ChangedWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useMutation(updateWebhook(webhook));
  const save = (choice: WebhookChoice) => change.mutate(choice, { onSuccess: onClose });
  const state = { error: change.error, isSaving: change.isPending };
  return <WebhookForm start={webhook} {...state} label="Save" onSave={save} onClose={onClose} />;
}

interface WebhookFormProps {
  start: WebhookChoice;
  label: string;
  error: Error | null;
  isSaving: boolean;
  onSave: (choice: WebhookChoice) => void;
  onClose: () => void;
}

function WebhookForm({ start, label, error, isSaving, onSave, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(start.url);
  const [about, setAbout] = useState(start.about);
  const [events, setEvents] = useState<string[]>(start.events);
  const submit = () => {
    onSave({ url: url.trim(), about: about.trim(), events: events as WebhookEvent[] });
  };
  return (
    <DialogForm
      error={error}
      isSaving={isSaving}
      label={label}
      canSave={url.trim() !== '' && events.length > 0}
      onSave={submit}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="A public https address of your server"
        placeholder="https://hooks.example.com/antecede"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={limits.webhookUrlMaxLength}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Note"
        description="For your team, for example what listens there"
        maxLength={limits.webhookAboutMaxLength}
        value={about}
        onChange={(event) => setAbout(event.currentTarget.value)}
      />
      <Checkbox.Group label="Events" value={events} onChange={setEvents}>
        <Stack gap="xs" mt="xs">
          {webhookEventNames.map((name) => (
            <Checkbox key={name} value={name} label={webhookEvents[name]} description={name} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
