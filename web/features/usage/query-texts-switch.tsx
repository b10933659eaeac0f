import { useMutation } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { switchQueryTexts } from '#web/api/usage.ts';
import { useMember, useUser } from '#web/api/user.ts';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';

/** Whether the texts of queries are kept; for admins. */
export function QueryTextsSwitch() {
  const member = useMember();
  return member.isAdmin ? <TextsSwitch /> : null;
}

function TextsSwitch() {
  const { organization } = useUser();
  return (
    <SettingSwitch
      title="Confidential searches"
      label="Do not keep the texts of our searches"
      description={`Only counts are kept then, in technical logs too. Texts of earlier searches are hidden at once, from us as well, and deleted after ${limits.searchHistoryDays} days; technical logs have them for ${limits.searchLogDays} days at most. Conversations with the assistant stay with those who had them.`}
      checked={organization?.confidential_queries === true}
      change={useMutation(switchQueryTexts(useMember()))}
    />
  );
}
