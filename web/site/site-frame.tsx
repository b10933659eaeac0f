import type { ReactNode } from 'react';
import { hasSignedIn } from '#web/lib/auth/stored-session.ts';
import type { WebConfig } from '#web/lib/config.ts';
import { Wordmark } from '#web/ui/theme/wordmark.tsx';
import button from './button.module.css';
import { NewsletterForm } from './newsletter-form.tsx';
import classes from './site-frame.module.css';
import { useBrowserValue } from './use-browser-value.ts';

const year = new Date().getUTCFullYear();

interface SiteFrameProps {
  /** Absent until it is loaded. */
  config: WebConfig | undefined;
  /** Switches between light and dark. The app and the public pages have one each. */
  schemeButton: ReactNode;
  children: ReactNode;
}

/** Navigation and footer of the public pages, and of the app's pages for visitors. */
export function SiteFrame({ config, schemeButton, children }: SiteFrameProps) {
  // A session that has ended since leads to the sign-in page.
  const isSignedIn = useBrowserValue(hasSignedIn, false);
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <a href="/">
          <Wordmark />
        </a>
        <nav className={classes.nav} aria-label="Main">
          <a href="/chatbot">Chatbot</a>
          <a href="/#product">Product</a>
          <a href="/docs/us_patents">Docs</a>
          {config && <a href={config.blogUrl}>Blog</a>}
          {/* Their pages do not exist yet. */}
          <a href="/#pricing" hidden>
            Pricing
          </a>
          <a href="/#about" hidden>
            About
          </a>
        </nav>
        <div className={classes.tools}>
          {schemeButton}
          {isSignedIn ? (
            <a href="/index" className={`${button.button} ${button.filled}`}>
              Open app
            </a>
          ) : (
            <>
              <a href="/sign-in" className={button.button}>
                Sign In
              </a>
              <a href="/sign-up" className={`${button.button} ${button.filled}`}>
                Sign Up
              </a>
            </>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter config={config} />
    </div>
  );
}

function SiteFooter({ config }: Pick<SiteFrameProps, 'config'>) {
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <div>
          <a href="/">
            <Wordmark />
          </a>
          <ul className={classes.social}>
            {config?.socialUrls.map((url) => (
              <li key={url}>
                <a href={url} rel="me">
                  {networkOf(url)}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <LinkColumn
          title="Product"
          links={[
            { text: 'Chatbot', href: '/chatbot' },
            { text: 'Search', href: '/#product' },
            { text: 'Documentation', href: '/docs/us_patents' },
          ]}
        />
        <LinkColumn
          title="Company"
          links={[
            ...(config ? [{ text: 'Blog', href: config.blogUrl }] : []),
            ...(config ? [{ text: 'Talk to sales', href: `mailto:${config.salesEmail}` }] : []),
            { text: 'Privacy', href: '/privacy' },
            { text: 'Terms', href: '/terms' },
          ]}
        />
        <NewsletterForm />
      </div>
      <p className={classes.copyright}>
        {config && <>{config.postalAddress} · </>}© {year} Antecede
      </p>
    </footer>
  );
}

/** `LinkedIn` for `https://www.linkedin.com/company/antecede`; else the host. */
function networkOf(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '');
  const networks: Record<string, string> = {
    linkedin: 'LinkedIn',
    x: 'X',
    twitter: 'X',
    github: 'GitHub',
    youtube: 'YouTube',
    mastodon: 'Mastodon',
    bsky: 'Bluesky',
  };
  return networks[host.split('.')[0]!] ?? host;
}

function LinkColumn({ title, links }: { title: string; links: { text: string; href: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={classes.columnTitle}>{title}</h2>
      <ul className={classes.links}>
        {links.map(({ text, href }) => (
          <li key={text}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
