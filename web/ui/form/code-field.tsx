import { TextInput, type TextInputProps } from '@mantine/core';

/** Field for a code of digits; phones offer to fill in one that arrived by mail. */
export function CodeField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" {...props} />;
}
