import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { switchQueryTexts } from '#web/api/usage.ts';
import { useMember, useUser } from '#web/api/user.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { showMessage } from '#web/ui/passing-message.tsx';
import { Section } from '#web/ui/section.tsx';

/** Whether the texts of queries are kept; for admins. */
export function QueryTextsSwitch() {
  const member = useMember();
  return member.isAdmin ? <TextsSwitch /> : null;
}

function TextsSwitch() {
  const { organization } = useUser();
  const change = useMutation(switchQueryTexts(useMember()));
  return (
    <Section title="Confidential searches">
      <Switch
        label="Do not keep the texts of our searches"
        description={`Only counts are kept then, in technical logs too. Texts of earlier searches end after ${limits.searchHistoryDays} days.`}
        checked={organization?.confidential_queries === true}
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
