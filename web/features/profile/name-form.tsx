import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { userQuery, useUser } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { loadCognito } from '#web/lib/auth/load-cognito.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePassingMessage } from '#web/ui/use-passing-message.ts';

/** The own name; the e-mail address cannot be changed. */
export function NameForm() {
  const { auth_user_id, email, full_name } = useUser();
  const queryClient = useQueryClient();
  const [value, setValue] = useState(full_name);
  const message = usePassingMessage();
  const wanted = value.trim();
  const save = useMutation({
    mutationFn: async () => {
      // The account first: tokens and mails take the name from there.
      await (await loadCognito()).updateName(wanted);
      await api('update-user', { body: { auth_user_id, full_name: wanted } });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(userQuery);
      message.show('Successfully updated!');
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack maw={420}>
        <TextInput label="Email" value={email} readOnly />
        <TextInput
          label="Full name"
          autoComplete="name"
          maxLength={limits.fullNameMaxLength}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <FormError
          error={save.error && new Error('Something went wrong. Please try again later.')}
        />
        {message.text && <Notice kind="success">{message.text}</Notice>}
        <Group>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={wanted === '' || wanted === full_name}
          >
            Update
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
