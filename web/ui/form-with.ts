import type { useForm } from '@mantine/form';

/** A form that has these fields, whatever else it has. */
export type FormWith<Fields extends Record<string, unknown>> = Pick<
  ReturnType<typeof useForm<Fields>>,
  'key' | 'getInputProps'
>;
