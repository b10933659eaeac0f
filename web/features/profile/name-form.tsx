import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { renameUser, useUser } from '#web/api/user.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

/** Changes the person's name; the e-mail address cannot be changed. */
export function NameForm() {
  const { auth_user_id, email, full_name } = useUser();
  const [value, setValue] = useState(full_name);
  const rename = useMutation(renameUser(auth_user_id));
  const wanted = value.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(wanted, { onSuccess: () => showMessage('Successfully updated!') });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          label="Email"
          description="Cannot be changed"
          variant="unstyled"
          value={email}
          readOnly
        />
        <TextInput
          label="Full name"
          autoComplete="name"
          maxLength={limits.fullNameMaxLength}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <FormError error={rename.error} />
        <Group>
          <Button
            type="submit"
            loading={rename.isPending}
            disabled={wanted === '' || wanted === full_name}
          >
            Update
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
