import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { limits } from '#shared/limits.ts';
import { dataExportQuery, requestDataExport } from '#web/api/personal-data.ts';
import { useUser } from '#web/api/user.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

/** A copy of the person's data: request it, wait until it is prepared, download it. */
export function DataExport() {
  return (
    <Loaded
      query={useQuery(dataExportQuery)}
      failure="Your data could not be looked up"
      skeleton={{ shape: 'text', lines: 3 }}
    >
      {(found) => <Archive {...found} />}
    </Loaded>
  );
}

function Archive({ status, available_until }: OutputOf<Contract['get-data-export']>) {
  const { auth_user_id } = useUser();
  const queryClient = useQueryClient();
  const request = useMutation(requestDataExport(auth_user_id));
  const download = useMutation({
    mutationFn: () => queryClient.fetchQuery(dataExportQuery),
    onSuccess: ({ download_url }) => {
      if (download_url) window.location.assign(download_url);
    },
  });
  const isReady = status === 'ready';
  return (
    <Stack maw={560}>
      <Text size="sm">
        An archive of what we keep about you: your profile, your organization, the datasets and
        indexes you made, and your entries of the audit trail, as JSON files. It stays here for{' '}
        {limits.exportDays} days.
      </Text>
      {status === 'preparing' && (
        <Notice>Your archive is being prepared. We will email you once it is ready.</Notice>
      )}
      {isReady && available_until && (
        <Notice kind="success">
          Your archive is ready. It can be downloaded until {formatDateTime(available_until)}.
        </Notice>
      )}
      <FormError error={request.error ?? download.error} />
      <Group>
        {isReady && (
          <Button loading={download.isPending} onClick={() => download.mutate()}>
            Download
          </Button>
        )}
        {status !== 'preparing' && (
          <Button variant="default" loading={request.isPending} onClick={() => request.mutate()}>
            {isReady ? 'Request a new copy' : 'Request a copy'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
