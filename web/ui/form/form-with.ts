import type { useForm } from '@mantine/form';

/** A form with at least these fields. */
export type FormWith<Fields extends Record<string, unknown>> = Pick<
  ReturnType<typeof useForm<Fields>>,
  'key' | 'getInputProps'
>;
