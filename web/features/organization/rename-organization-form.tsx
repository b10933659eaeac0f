import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#shared/client.ts';
import { limits } from '#shared/limits.ts';
import { organizationNameProblem } from '#shared/validation.ts';
import { organizationQuery } from '#web/api/organization.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePassingMessage } from '#web/ui/use-passing-message.ts';

/** Name of the organisation, for admins to change. */
export function RenameOrganizationForm() {
  const { orgId } = useMember();
  const organization = useQuery(organizationQuery(orgId));
  if (organization.isError) {
    return (
      <ErrorPanel
        title="The organization could not be loaded"
        error={organization.error}
        onRetry={() => void organization.refetch()}
      />
    );
  }
  if (!organization.data) return <Skeleton height={60} role="status" aria-label="Loading" />;
  return <NameForm name={organization.data.name} />;
}

function shownError(error: unknown): unknown {
  return error instanceof ApiError && error.code === 'Forbidden'
    ? new Error('You are not allowed to change the organization name!')
    : error;
}

function NameForm({ name }: { name: string }) {
  const { orgId, authUserId } = useMember();
  const queryClient = useQueryClient();
  const [value, setValue] = useState(name);
  const message = usePassingMessage();
  const wanted = value.trim();
  const rename = useMutation({
    mutationFn: async () => {
      const problem = organizationNameProblem(wanted);
      if (problem) throw new Error(problem);
      await api('update-organization', {
        body: { org_id: orgId, auth_user_id: authUserId, org_name: wanted },
      });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(organizationQuery(orgId));
      message.show('Organization updated successfully!');
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate();
      }}
    >
      <Stack maw={420}>
        <TextInput
          label="Organization name"
          autoComplete="organization"
          maxLength={limits.organizationNameMaxLength}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <FormError error={shownError(rename.error)} />
        {message.text && <Notice kind="success">{message.text}</Notice>}
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
