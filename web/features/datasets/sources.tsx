import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DatasetSource } from '#shared/contract/sources.ts';
import { formatBytes } from '#shared/limits.ts';
import {
  datasetSourcesQuery,
  deleteSource,
  fetchSource,
  isFetching,
  refreshDatasets,
} from '#web/api/dataset-sources.ts';
import { useMember } from '#web/api/user.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { frequencyTexts } from './source-modal.tsx';
import { SourceSettingsModal } from './source-settings-modal.tsx';
import classes from './sources.module.css';

const column = columnsOf<DatasetSource>();

/** Where datasets come from that were not uploaded. Nothing is shown while there are none. */
export function Sources() {
  const { orgId } = useMember();
  const client = useQueryClient();
  const sources = useQuery(datasetSourcesQuery);
  const [changed, setChanged] = useState<DatasetSource>();
  const [deleted, setDeleted] = useState<DatasetSource>();
  const running = sources.data?.items.filter(isFetching).length ?? 0;
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) void refreshDatasets(client, orgId);
    before.current = running;
  }, [running, client, orgId]);
  if (!sources.data?.items.length) return null;
  const columns = column.columns([
    column.accessor('dataset_name', {
      header: 'Dataset',
      cell: ({ row: { original } }) => (
        <div className={classes.dataset}>
          <div className={classes.name}>{original.dataset_name}</div>
          <div className={classes.soft}>{original.from}</div>
        </div>
      ),
    }),
    column.accessor('state', {
      header: 'State',
      cell: ({ row: { original } }) => <State source={original} />,
    }),
    column.accessor(({ next_at = '' }) => next_at, {
      id: 'next',
      header: 'Next fetch',
      cell: ({ row: { original } }) => nextOf(original),
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original } }) => (
        <Actions
          source={original}
          onChange={() => setChanged(original)}
          onDelete={() => setDeleted(original)}
        />
      ),
      meta: { align: 'right' },
    }),
  ]);
  return (
    <Section title="Where they come from">
      <LoadedTable
        query={sources}
        failure="The sources could not be loaded"
        label="Sources of datasets"
        columns={columns}
        rows={sources.data.items}
        rowKey={({ source_id }) => source_id}
      />
      <SourceSettingsModal source={changed} onClose={() => setChanged(undefined)} />
      <ConfirmModal
        subject={deleted}
        title="Stop fetching"
        confirmLabel="Stop fetching"
        action={deleteSource}
        onClose={() => setDeleted(undefined)}
      >
        {({ dataset_name }) => (
          <>
            Forget where <strong>{dataset_name}</strong> comes from, and fetch it no more? The
            dataset stays.
          </>
        )}
      </ConfirmModal>
    </Section>
  );
}

function nextOf({ every, next_at, state }: DatasetSource): string {
  if (state === 'stopped') return 'Stopped';
  return next_at ? `${formatDateTime(next_at)}, ${frequencyTexts[every].toLowerCase()}` : 'None';
}

function State({ source }: { source: DatasetSource }) {
  const { kind, state, problem, checked_at, changed_at, fetched_bytes = 0, total_bytes } = source;
  if (state === 'fetching') {
    const of = total_bytes === undefined ? '' : ` of ${formatBytes(total_bytes)}`;
    return (
      <>
        {kind === 'datasets' ? 'Joining' : 'Fetching'}
        <div className={classes.soft}>
          {formatBytes(fetched_bytes)}
          {of}
        </div>
      </>
    );
  }
  const last = checked_at && (
    <div className={classes.soft}>
      Last fetch {formatDateTime(checked_at)}
      {changed_at && changed_at !== checked_at && `, new ${formatDateTime(changed_at)}`}
    </div>
  );
  if (state === 'ready') return <>Up to date{last}</>;
  return (
    <>
      <span className={classes.problem}>{problem}</span>
      {last}
    </>
  );
}

interface ActionsProps {
  source: DatasetSource;
  onChange: () => void;
  onDelete: () => void;
}

function Actions({ source, onChange, onDelete }: ActionsProps) {
  const fetching = useMutation(fetchSource);
  const name = source.dataset_name;
  const verb = source.kind === 'datasets' ? 'Join' : 'Fetch';
  return (
    <>
      <Group gap={4} justify="flex-end">
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isFetching(source) || fetching.isPending}
          aria-label={`${verb} ${name} now`}
          onClick={() => fetching.mutate(source)}
        >
          {verb} now
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Change how ${name} is fetched`}
          onClick={onChange}
        >
          Change
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Stop fetching ${name}`}
          onClick={onDelete}
        >
          Stop
        </Button>
      </Group>
      <FormError error={fetching.error} />
    </>
  );
}
