import '@mantine/core/styles/NumberInput.layer.css';
import { Button, Group, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Reminder } from '#shared/contract/reminders.ts';
import type { ReminderFile, ReminderUnit } from '#shared/reminders.ts';
import { remindersQuery, saveReminders, sendReminder } from '#web/api/admin.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { ReminderPreview } from './reminder-preview.tsx';
import classes from './reminders-form.module.css';

const unitOptions: { value: ReminderUnit; label: string }[] = [
  { value: 'minutes', label: 'Minutes' },
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
  { value: 'weeks', label: 'Weeks' },
];

/** Digests that staff get by mail, and how often. */
export function RemindersForm() {
  return (
    <Loaded
      query={useQuery(remindersQuery)}
      failure="The reminders could not be loaded"
      skeleton={{ shape: 'form' }}
    >
      {(saved) => <Reminders saved={saved} />}
    </Loaded>
  );
}

function Reminders({ saved }: { saved: Reminder[] }) {
  const [wanted, setWanted] = useState(saved);
  const [previewed, setPreviewed] = useState<Reminder>();
  const save = useMutation(saveReminders);
  const send = useMutation(sendReminder);
  const change = (file: ReminderFile, changes: Partial<Reminder>) =>
    setWanted(wanted.map((one) => (one.file === file ? { ...one, ...changes } : one)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(wanted, {
      onSuccess: () => void showMessage('Parameter updated successfully!'),
    });
  };
  const sendNow = ({ file }: Reminder) =>
    send.mutate(file, {
      onSuccess: ({ sent }) =>
        void showMessage(
          sent ? 'The reminder is on its way to you.' : 'There is nothing to report.',
        ),
    });
  return (
    <form onSubmit={submit}>
      {wanted.map((reminder) => (
        <section key={reminder.file} className={classes.reminder} aria-label={reminder.name}>
          <div>
            <h2 className={classes.name}>{reminder.name}</h2>
            <dl className={classes.facts}>
              <dt>File</dt>
              <dd>{reminder.file}</dd>
              <dt>Subject</dt>
              <dd>{reminder.subject}</dd>
            </dl>
            <Group gap="xs">
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Preview ${reminder.name}`}
                onClick={() => setPreviewed(reminder)}
              >
                Preview
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Send me ${reminder.name} now`}
                loading={send.isPending && send.variables === reminder.file}
                disabled={send.isPending}
                onClick={() => sendNow(reminder)}
              >
                Send me one now
              </Button>
            </Group>
          </div>
          <div className={classes.repeat}>
            <NumberInput
              label="Repeat every"
              aria-label={`Repeat ${reminder.name} every`}
              w={110}
              min={0}
              max={1000}
              clampBehavior="strict"
              allowDecimal={false}
              allowNegative={false}
              value={reminder.duration}
              onChange={(value) => change(reminder.file, { duration: Number(value) || 0 })}
            />
            <NativeSelect
              aria-label={`Unit of ${reminder.name}`}
              data={unitOptions}
              value={reminder.unit}
              onChange={(event) =>
                change(reminder.file, { unit: event.currentTarget.value as ReminderUnit })
              }
            />
          </div>
        </section>
      ))}
      <FormError error={save.error ?? send.error} />
      <Group mt="md">
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
      <ReminderPreview reminder={previewed} onClose={() => setPreviewed(undefined)} />
    </form>
  );
}
