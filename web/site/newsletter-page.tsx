import { useState } from 'react';
import { anonymousApi } from '#web/lib/anonymous-api.ts';
import button from './button.module.css';
import classes from './newsletter-page.module.css';
import { useBrowserValue } from './use-browser-value.ts';

type Wish = 'confirm' | 'leave';

const texts = {
  confirm: {
    ask: 'Please confirm that you want our newsletter.',
    button: 'Confirm',
    done: 'Thank you. You are subscribed to the newsletter.',
  },
  leave: {
    ask: 'You are about to leave the newsletter.',
    button: 'Leave the newsletter',
    done: 'You get no newsletter any more.',
  },
} as const;

/** The action of a link, and its token. */
function readLink(query: string): { wish: Wish; token: string } | undefined {
  const search = new URLSearchParams(query);
  for (const wish of ['confirm', 'leave'] as const) {
    const token = search.get(wish);
    if (token) return { wish, token };
  }
  return undefined;
}

/**
 * Target of the links in newsletter mails. The action needs a click, because mail programs open links to
 * check for malware.
 */
export function NewsletterPage() {
  const link = readLink(useBrowserValue(() => window.location.search, ''));
  const [outcome, setOutcome] = useState<string>();
  const [sending, setSending] = useState(false);
  const send = async ({ wish, token }: NonNullable<typeof link>) => {
    setSending(true);
    try {
      await anonymousApi(`${wish}-newsletter`, { body: { token } });
      setOutcome(texts[wish].done);
    } catch (error) {
      setOutcome((error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={classes.page}>
      <h1>Newsletter</h1>
      <p role="status">
        {outcome ?? (link ? texts[link.wish].ask : 'Please open the link of the mail as a whole.')}
      </p>
      {link && !outcome && (
        <button
          type="button"
          className={`${button.button} ${button.filled} ${button.large}`}
          disabled={sending}
          onClick={() => void send(link)}
        >
          {texts[link.wish].button}
        </button>
      )}
    </div>
  );
}
