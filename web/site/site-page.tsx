import { LandingPage } from './landing/landing-page.tsx';
import { LegalPage } from './legal/legal-page.tsx';
import { privacyText } from './legal/privacy-text.ts';
import { termsText } from './legal/terms-text.ts';
import { NewsletterPage } from './newsletter-page.tsx';
import { SchemeButton } from './scheme-button.tsx';
import { SiteFrame } from './site-frame.tsx';
import { useConfig } from './use-config.ts';

/** The public page at a path: the landing page, the terms or the privacy policy. */
export function SitePage({ path }: { path: string }) {
  const config = useConfig();
  const contact = { postalAddress: config?.postalAddress, email: config?.salesEmail };
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SiteFrame config={config} schemeButton={<SchemeButton />}>
        {path.startsWith('/terms') && (
          <LegalPage title="Terms of service" sections={termsText} {...contact} />
        )}
        {path.startsWith('/privacy') && (
          <LegalPage title="Privacy policy" sections={privacyText} {...contact} />
        )}
        {path.startsWith('/newsletter') && <NewsletterPage />}
        {path === '/' && <LandingPage config={config} />}
      </SiteFrame>
    </>
  );
}
