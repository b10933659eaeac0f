import { useQuery } from '@tanstack/react-query';
import { LandingFrame } from '#web/features/landing/landing-frame.tsx';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { termsText } from '#web/features/legal/terms-text.ts';
import { configQuery } from '#web/lib/config.ts';

export function Component() {
  const { data: config } = useQuery(configQuery);
  return (
    <LandingFrame config={config}>
      <LegalPage
        title="Terms of service"
        sections={termsText}
        postalAddress={config?.postalAddress}
        email={config?.salesEmail}
      />
    </LandingFrame>
  );
}
