import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { CodeField } from './code-field.tsx';
import { FormError } from './form-error.tsx';

interface CodeFormProps {
  /** What to do for the code, above the field. */
  children: ReactNode;
  label: string;
  /** Text of the button. */
  action: string;
  pending: boolean;
  error: Error | null;
  onSubmit: (code: string) => void;
  autoFocus?: boolean;
  /** Beside the button. */
  other?: ReactNode;
  /** Between the field and the button. */
  note?: ReactNode;
}

/** Asks for a code of digits. It can be sent when it is long enough. */
export function CodeForm(props: CodeFormProps) {
  const { children, label, action, pending, error, onSubmit, autoFocus, other, note } = props;
  const [typed, setTyped] = useState('');
  const code = typed.trim();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code);
      }}
    >
      <Stack>
        {children}
        <CodeField
          label={label}
          // Read by Mantine's modals only.
          data-autofocus={autoFocus}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormError error={error} />
        {note}
        <Group grow={!other}>
          <Button
            type="submit"
            loading={pending}
            disabled={code.length < limits.verificationCodeMinLength}
          >
            {action}
          </Button>
          {other}
        </Group>
      </Stack>
    </form>
  );
}
