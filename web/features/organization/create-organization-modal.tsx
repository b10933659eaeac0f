import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { organizationNameProblem } from '#shared/validation.ts';
import { userQuery } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { useSignOut } from '#web/lib/auth/use-sign-out.ts';
import { focusFirstError } from '#web/ui/focus-first-error.ts';
import { FormError } from '#web/ui/form-error.tsx';

/** Stands before every page of an account without organisation. The ways out are creating one, the own profile, and signing out. */
export function CreateOrganizationModal() {
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: organizationNameProblem },
  });
  const create = useMutation({
    mutationFn: (name: string) => api('create-organization', { body: { name } }),
    // Also after a failure: the organization may have been created in another window.
    onSettled: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Create your organization"
    >
      <form
        onSubmit={form.onSubmit(({ name }) => create.mutate(name.trim()), focusFirstError(form))}
        noValidate
      >
        <Stack>
          <Text size="sm">{errorCatalog.NoOrganization.message}</Text>
          <TextInput
            label="Organization name"
            autoComplete="organization"
            maxLength={limits.organizationNameMaxLength}
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <FormError error={create.error} />
          <Button type="submit" loading={create.isPending}>
            Create organization
          </Button>
          <Text size="sm">
            <Anchor component={Link} to="/profile" inherit>
              Profile
            </Anchor>
            {' · '}
            <Anchor component="button" type="button" inherit onClick={() => void signOut()}>
              Sign out
            </Anchor>
          </Text>
        </Stack>
      </form>
    </Modal>
  );
}
