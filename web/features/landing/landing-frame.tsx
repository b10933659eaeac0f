import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WebConfig } from '#web/lib/config.ts';
import { ColorSchemeToggle } from '#web/ui/color-scheme-toggle.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import classes from './landing-frame.module.css';

const year = new Date().getFullYear();

interface LandingFrameProps {
  /** Absent until it is loaded. */
  config: Pick<WebConfig, 'blogUrl' | 'salesEmail' | 'postalAddress'> | undefined;
  children: ReactNode;
}

/** Navigation and footer of the public pages. */
export function LandingFrame({ config, children }: LandingFrameProps) {
  const { blogUrl, salesEmail, postalAddress } = config ?? {};
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Wordmark />
        <nav className={classes.nav} aria-label="Main">
          <Link to="/chatbot" className={classes.link}>
            Chatbot
          </Link>
          <a href="/#product" className={classes.link}>
            Product
          </a>
          {blogUrl && (
            <a href={blogUrl} className={classes.link}>
              Blog
            </a>
          )}
        </nav>
        <div className={classes.tools}>
          <ColorSchemeToggle />
          <Button component={Link} to="/sign-in" variant="subtle" size="sm">
            Sign In
          </Button>
          <Button component={Link} to="/sign-up" size="sm">
            Sign Up
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className={classes.footer}>
        <Wordmark />
        <ul className={classes.footerLinks}>
          <li>
            <a href="/#product">Product</a>
          </li>
          {blogUrl && (
            <li>
              <a href={blogUrl}>Blog</a>
            </li>
          )}
          {salesEmail && (
            <li>
              <a href={`mailto:${salesEmail}`}>Talk to sales</a>
            </li>
          )}
          <li>
            <Link to="/privacy">Privacy</Link>
          </li>
          <li>
            <Link to="/terms">Terms</Link>
          </li>
          <li>
            <Link to="/sign-in">Sign In</Link>
          </li>
        </ul>
        <p className={classes.copyright}>
          {postalAddress && <>{postalAddress} · </>}© {year} Antecede
        </p>
      </footer>
    </div>
  );
}
