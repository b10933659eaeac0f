import { useEffect, useState } from 'react';
import { loadConfig, type WebConfig } from '#web/lib/config.ts';
import { ErrorsPage } from './errors/errors-page.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import { LegalPage } from './legal/legal-page.tsx';
import type { LegalText } from './legal/legal-texts.ts';
import { MailLinkPage } from './mail-link-page.tsx';
import { SchemeButton } from './scheme-button.tsx';
import { SiteFrame } from './site-frame.tsx';

interface SitePageProps {
  path: string;
  /** The text of a legal page. */
  legal: LegalText | undefined;
  /** The text of the page about errors. */
  errors: string | undefined;
}

/** The public page at a path. */
export function SitePage({ path, legal, errors }: SitePageProps) {
  const config = useConfig();
  const contact = { postalAddress: config?.postalAddress, email: config?.salesEmail };
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SiteFrame config={config} schemeButton={<SchemeButton />}>
        {legal && <LegalPage {...legal} {...contact} />}
        {errors && <ErrorsPage markdown={errors} />}
        {path === '/newsletter' && <MailLinkPage heading="Newsletter" />}
        {path === '/alerts' && <MailLinkPage heading="Alerts" />}
        {path === '/confirm-address' && <MailLinkPage heading="Your reports" />}
        {path === '/' && <LandingPage config={config} />}
      </SiteFrame>
    </>
  );
}

/** The run-time configuration. Undefined until it is loaded; what needs it is left out of the page until then. */
function useConfig(): WebConfig | undefined {
  const [config, setConfig] = useState<WebConfig>();
  useEffect(() => {
    // Without the configuration the page only lacks some links.
    loadConfig().then(setConfig, () => undefined);
  }, []);
  return config;
}
