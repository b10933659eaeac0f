import { type FormEvent, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { emailProblem } from '#shared/validation.ts';
import { anonymousApi } from '#web/lib/anonymous-api.ts';
import button from '#web/site/button.module.css';
import field from '#web/site/field.module.css';
import classes from './demo-form.module.css';

/** Asks the sales team for a demonstration. */
export function DemoForm() {
  const [problem, setProblem] = useState<string>();
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const value = (name: string) => String(form.get(name) ?? '').trim();
    const email = value('email');
    const wrong = value('name') ? emailProblem(email) : 'Please enter your name.';
    setProblem(wrong);
    if (wrong || state === 'sending') return;
    setState('sending');
    try {
      await anonymousApi('request-demo', {
        body: { full_name: value('name'), email, message: value('message') },
      });
      setState('sent');
    } catch (error) {
      setProblem((error as Error).message);
      setState('open');
    }
  };
  if (state === 'sent') {
    return <p role="status">Thank you. We will write to you within two working days.</p>;
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.pair}>
        <TextField name="name" label="Your name" autoComplete="name" />
        <TextField name="email" label="Your work email" type="email" autoComplete="email" />
      </div>
      <TextField name="message" label="What should it find? (optional)" />
      {problem && (
        <p className={field.error} role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className={`${button.button} ${button.outlined} ${button.large}`}>
        Request a demo
      </button>
    </form>
  );
}

interface TextFieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email';
  autoComplete?: string;
}

function TextField({ name, label, type = 'text', autoComplete }: TextFieldProps) {
  const id = `demo-${name}`;
  return (
    <div>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        maxLength={limits.fullNameMaxLength}
        className={`${field.input} ${classes.input}`}
      />
    </div>
  );
}
