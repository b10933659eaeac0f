import { useQuery } from '@tanstack/react-query';
import { LandingFrame } from '#web/features/landing/landing-frame.tsx';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { privacyText } from '#web/features/legal/privacy-text.ts';
import { configQuery } from '#web/lib/config.ts';

export function Component() {
  const { data: config } = useQuery(configQuery);
  return (
    <LandingFrame config={config}>
      <LegalPage
        title="Privacy policy"
        sections={privacyText}
        postalAddress={config?.postalAddress}
        email={config?.salesEmail}
      />
    </LandingFrame>
  );
}
