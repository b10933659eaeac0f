import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { emailProblem } from '#shared/validation.ts';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';

interface EmailFormProps<R> {
  send: UseMutationOptions<R, Error, string>;
  onSent: () => void;
}

/** Asks for the address to which a report is sent. */
export function EmailForm<R>({ send, onSent }: EmailFormProps<R>) {
  const request = useMutation(send);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: emailProblem },
  });
  const submit = ({ email }: typeof form.values) =>
    request.mutate(email.trim(), { onSuccess: onSent });
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
      <Stack maw={420}>
        <TextInput
          label="Email"
          description="The link to the report is sent here. We use the address for nothing else."
          type="email"
          autoComplete="email"
          required
          maxLength={limits.emailMaxLength}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <FormError error={request.error} />
        <Button type="submit" loading={request.isPending}>
          Send the report
        </Button>
      </Stack>
    </form>
  );
}
