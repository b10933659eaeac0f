import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { organizationNameProblem } from '#shared/validation.ts';
import { organizationQuery, renameOrganization } from '#web/api/organization.ts';
import { useMember } from '#web/api/user.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

/** Name of the organization, for admins to change. */
export function RenameOrganizationForm() {
  return (
    <Loaded
      query={useQuery(organizationQuery)}
      failure="The organization could not be loaded"
      skeleton={{ shape: 'form', lines: 1 }}
    >
      {({ name }) => <NameForm name={name} />}
    </Loaded>
  );
}

function NameForm({ name }: { name: string }) {
  const rename = useMutation(renameOrganization(useMember()));
  const [value, setValue] = useState(name);
  const [problem, setProblem] = useState<string>();
  const wanted = value.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = organizationNameProblem(wanted);
    setProblem(found);
    if (found) return;
    rename.mutate(wanted, {
      onSuccess: () => showMessage('Organization updated successfully!'),
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          label="Organization name"
          autoComplete="organization"
          maxLength={limits.organizationNameMaxLength}
          value={value}
          error={problem}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <FormError error={rename.error} />
        <Group>
          <Button
            type="submit"
            loading={rename.isPending}
            disabled={wanted === '' || wanted === name}
          >
            Update
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
