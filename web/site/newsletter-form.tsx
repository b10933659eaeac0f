import { type FormEvent, useId, useState } from 'react';
import { emailProblem } from '#shared/validation.ts';
import { anonymousApi } from '#web/lib/anonymous-api.ts';
import button from './button.module.css';
import field from './field.module.css';

/** Subscribes to the newsletter. A mail asks to confirm it. */
export function NewsletterForm() {
  const id = useId();
  const [email, setEmail] = useState('');
  const [answer, setAnswer] = useState<{ text: string; failed: boolean }>();
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // An invalid address is ignored without a message, as the specification says.
    if (emailProblem(email) || sending) return;
    setSending(true);
    try {
      await anonymousApi('subscribe-newsletter', {
        body: { EMAIL: email.trim(), group: 'website' },
      });
      setAnswer({ text: 'Please check your inbox to confirm your subscription.', failed: false });
      setEmail('');
    } catch (error) {
      setAnswer({ text: (error as Error).message, failed: true });
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={id} className={field.label}>
        Newsletter
      </label>
      <div className={field.row}>
        <input
          id={id}
          type="email"
          autoComplete="email"
          placeholder="Email"
          className={field.input}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit" className={`${button.button} ${button.outlined} ${button.large}`}>
          Join
        </button>
      </div>
      <p role="status" className={answer?.failed ? field.error : field.notice}>
        {answer?.text ?? 'News of the product, a few times a year. You can leave with each mail.'}
      </p>
    </form>
  );
}
