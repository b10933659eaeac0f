import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { useUser } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';

const pollMs = 3000;

const exportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => api('get-data-export', { signal }),
  // The address of the archive in an answer is good for minutes only.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.status === 'preparing' ? pollMs : false),
});

/** A copy of what is kept about the person: asked for, prepared, downloaded. */
export function DataExport() {
  const { auth_user_id } = useUser();
  const queryClient = useQueryClient();
  const found = useQuery(exportQuery);
  const request = useMutation({
    mutationFn: () => api('request-data-export', { body: { auth_user_id } }),
    onSuccess: (requested) => queryClient.setQueryData(exportQuery.queryKey, requested),
  });
  const download = useMutation({
    mutationFn: () => queryClient.fetchQuery(exportQuery),
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
  if (!found.data) return <Skeleton height={60} role="status" aria-label="Loading" />;
  const { status, available_until } = found.data;
  const isReady = status === 'ready';
  return (
    <Stack maw={560}>
      <Text size="sm">
        An archive of what we keep about you: your profile, your organization, the datasets and
        indexes you made, and what the audit trail tells of you, as JSON files. It stays here for{' '}
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
