import { TextInput, type TextInputProps } from '@mantine/core';

/** A code of digits from a mail or an app, which phones offer to fill in. */
export function CodeField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" {...props} />;
}
