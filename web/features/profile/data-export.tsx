import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { dataExportQuery, requestDataExport } from '#web/api/personal-data.ts';
import { useUser } from '#web/api/user.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** A copy of the person's data: request it, wait until it is prepared, download it. */
export function DataExport() {
  const { auth_user_id } = useUser();
  const queryClient = useQueryClient();
  const found = useQuery(dataExportQuery);
  const request = useMutation(requestDataExport(auth_user_id));
  const download = useMutation({
    mutationFn: () => queryClient.fetchQuery(dataExportQuery),
    onSuccess: ({ download_url }) => {
      if (download_url) window.location.assign(download_url);
    },
  });
  if (found.isError) {
    return (
      <ErrorPanel
        title="Your data could not be looked up"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (!found.data) return <ContentSkeleton shape="text" lines={3} />;
  const { status, available_until } = found.data;
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
