import { useMutation } from '@tanstack/react-query';
import { requireSecondFactor } from '#web/api/second-factor.ts';
import { useMember, useUser } from '#web/api/user.ts';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';

/** Whether the members need a second factor; for admins. */
export function SecondFactorSwitch() {
  const member = useMember();
  return member.isAdmin ? <RequiredSwitch /> : null;
}

function RequiredSwitch() {
  const { organization } = useUser();
  return (
    <SettingSwitch
      title="Second factor"
      label="Require a second factor of all members"
      description="Who has no authenticator app sets one up first, and sees nothing of the organization before. API keys keep working."
      checked={organization?.second_factor_required === true}
      change={useMutation(requireSecondFactor(useMember()))}
    />
  );
}
