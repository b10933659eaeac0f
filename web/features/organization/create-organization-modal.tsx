import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { organizationNameProblem } from '#shared/validation.ts';
import { createOrganization } from '#web/api/organization.ts';
import { useSignOut } from '#web/api/sessions.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';

/** Replaces every page while an account has no organization: create one, open the profile, or sign out. */
export function CreateOrganizationModal() {
  const signOut = useSignOut();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: organizationNameProblem },
  });
  const create = useMutation(createOrganization);
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
