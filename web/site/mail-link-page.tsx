import { useState } from 'react';
import { anonymousApi } from '#web/lib/anonymous-api.ts';
import { codeOf } from '#web/lib/errors.ts';
import button from './button.module.css';
import classes from './mail-link-page.module.css';
import { useBrowserValue } from './use-browser-value.ts';

const texts = {
  token: {
    endpoint: 'confirm-report-address',
    ask: 'Please confirm that reports may be mailed to your address.',
    button: 'Confirm',
    done: 'Thank you. The report is on its way to your inbox.',
  },
  confirm: {
    endpoint: 'confirm-newsletter',
    ask: 'Please confirm that you want our newsletter.',
    button: 'Confirm',
    done: 'Thank you. You are subscribed to the newsletter.',
  },
  leave: {
    endpoint: 'leave-newsletter',
    ask: 'You are about to leave the newsletter.',
    button: 'Leave the newsletter',
    done: 'You get no newsletter any more.',
  },
  stop: {
    endpoint: 'stop-alert',
    ask: 'You are about to stop the alert of this mail. The saved search itself stays.',
    button: 'Stop the alert',
  },
} as const;

const stopped = (name: string | undefined) =>
  `The alert ${name === undefined ? '' : `“${name}” `}is stopped. You can set it again in your saved searches.`;

/** A link of which a part is missing: mail programs break long ones. */
const incomplete = 'This link is not complete. Please open the link of the mail as a whole.';
type Wish = keyof typeof texts;

/**
 * The action of a link, and its token. It stands behind `#`, which browsers do not send, so that no log has it. Mails of
 * version 0.1.0 have it behind `?`.
 */
function readLink(address: string): { wish: Wish; token: string } | undefined {
  const { hash, search } = new URL(address);
  const said = new URLSearchParams(hash ? hash.slice(1) : search);
  for (const wish of ['token', 'confirm', 'leave', 'stop'] as const) {
    const token = said.get(wish);
    if (token) return { wish, token };
  }
  return undefined;
}

/**
 * Target of the links in mails that ask for a decision. The action needs a click, because mail programs open links to
 * check for malware.
 */
export function MailLinkPage({ heading }: { heading: string }) {
  const address = useBrowserValue(() => window.location.href, undefined);
  const link = address === undefined ? undefined : readLink(address);
  const [outcome, setOutcome] = useState<string>();
  const [sending, setSending] = useState(false);
  const send = async ({ wish, token }: NonNullable<typeof link>) => {
    setSending(true);
    try {
      if (wish === 'stop') {
        // Mail programs call the same address, with a body of their own.
        const { name } = await anonymousApi('stop-alert', { query: { token } });
        setOutcome(stopped(name));
      } else {
        await anonymousApi(texts[wish].endpoint, { body: { token } });
        setOutcome(texts[wish].done);
      }
    } catch (error) {
      setOutcome(codeOf(error) === 'InvalidRequest' ? incomplete : (error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={classes.page}>
      <h1>{heading}</h1>
      <p role="status">{outcome ?? (link ? texts[link.wish].ask : incomplete)}</p>
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
