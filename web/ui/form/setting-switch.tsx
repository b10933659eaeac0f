import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { FormError } from './form-error.tsx';

interface Props {
  title: string;
  label: string;
  description: string;
  checked: boolean;
  change: UseMutationResult<unknown, Error, boolean>;
}

/** A section of a settings page with one switch, which saves each change at once. */
export function SettingSwitch({ title, label, description, checked, change }: Props) {
  return (
    <Section title={title}>
      <Switch
        label={label}
        withThumbIndicator={false}
        description={description}
        checked={checked}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate(event.currentTarget.checked, {
            onSuccess: () => void showMessage('Successfully updated!'),
          })
        }
      />
      <FormError error={change.error} />
    </Section>
  );
}
