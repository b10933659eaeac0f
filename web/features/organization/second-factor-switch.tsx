import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { requireSecondFactor } from '#web/api/second-factor.ts';
import { useMember, useUser } from '#web/api/user.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { showMessage } from '#web/ui/passing-message.tsx';
import { Section } from '#web/ui/section.tsx';

/** Whether the members need a second factor; for admins. */
export function SecondFactorSwitch() {
  const member = useMember();
  return member.isAdmin ? <RequiredSwitch /> : null;
}

function RequiredSwitch() {
  const { organization } = useUser();
  const change = useMutation(requireSecondFactor(useMember()));
  return (
    <Section title="Second factor">
      <Switch
        label="Require a second factor of all members"
        description="Who has no authenticator app sets one up first, and sees nothing of the organization before. API keys keep working."
        checked={organization?.second_factor_required === true}
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
