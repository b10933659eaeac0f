import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Dispatch } from 'react';
import { useNavigate } from 'react-router-dom';
import { encodeColumnsData } from '#shared/columns-data.ts';
import type { ColumnRole, Index } from '#shared/contract/indexes.ts';
import { formatBytes } from '#shared/limits.ts';
import { datasetPreviewQuery } from '#web/api/dataset-preview.ts';
import { indexListsKey, indexQuery } from '#web/api/indexes.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { toColumnSamples } from './columns-data.ts';
import classes from './index-wizard.module.css';
import type { WizardAction, WizardDataset, WizardState } from './wizard-state.ts';

interface ConfirmIndexStepProps {
  state: WizardState;
  dataset: WizardDataset;
  dispatch: Dispatch<WizardAction>;
}

/** Step 2: everything once more, then the build starts. */
export function ConfirmIndexStep({ state, dataset, dispatch }: ConfirmIndexStepProps) {
  const { orgId, authUserId, email } = useMember();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: preview } = useQuery(datasetPreviewQuery(dataset.value));
  const { columns = [], rows = [] } = preview ?? {};
  const columnsRole = Object.fromEntries(
    columns.map((name): [string, ColumnRole] => [name, state.roles[name] ?? 'ignore']),
  );
  const named = (role: ColumnRole) =>
    columns.filter((name) => columnsRole[name] === role).join(', ') || '–';
  const run = useMutation({
    mutationFn: () =>
      api('create-index', {
        body: {
          name: state.name,
          orgId,
          userId: authUserId,
          email,
          columnsRole,
          columnsData: encodeColumnsData(toColumnSamples({ columns, rows })),
          datasetSize: dataset.sizeBytes,
          dataset: { value: dataset.value, label: dataset.label },
          status: 'Processing',
        },
      }),
    onSuccess: async (index) => {
      queryClient.setQueryData(indexQuery(orgId, index.item_id).queryKey, index);
      await queryClient.invalidateQueries({ queryKey: indexListsKey(orgId) });
    },
  });
  const open = ({ item_id }: Index) => navigate(`/indexes/${item_id}`);
  return (
    <>
      <dl className={classes.summary}>
        <dt>Index name</dt>
        <dd>{state.name}</dd>
        <dt>Dataset</dt>
        <dd>
          {dataset.label} ({formatBytes(dataset.sizeBytes)})
        </dd>
        <dt>Index column</dt>
        <dd>{named('index')}</dd>
        <dt>Metadata columns</dt>
        <dd>{named('metadata')}</dd>
        <dt>Ignored columns</dt>
        <dd>{named('ignore')}</dd>
      </dl>
      <FormError error={run.error} />
      <div className={classes.buttons}>
        <Button
          loading={run.isPending}
          disabled={!preview}
          onClick={() => run.mutate(undefined, { onSuccess: open })}
        >
          Run Index
        </Button>
        <Button
          variant="default"
          disabled={run.isPending}
          onClick={() => dispatch({ type: 'back' })}
        >
          Back
        </Button>
      </div>
    </>
  );
}
