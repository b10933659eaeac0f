import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Dispatch, Fragment } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ColumnRole } from '#shared/column-roles.ts';
import { keptRoles } from '#shared/column-roles.ts';
import { columnFor, columnUses } from '#shared/column-uses.ts';
import { encodeColumnsData } from '#shared/columns-data.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { datasetPreviewQuery } from '#web/api/datasets.ts';
import { createIndex } from '#web/api/index-build.ts';
import { useMember } from '#web/api/user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { describeEstimate, placeNames, TooLarge } from '../build-estimate.tsx';
import { useNames } from '../use-names.ts';
import { toColumnSamples } from './columns-data.ts';
import classes from './index-wizard.module.css';
import { RowSample } from './row-sample.tsx';
import {
  embeddingPrice,
  roleOf,
  suggestedUsesOf,
  usesOf,
  vectorColumn,
  type WizardAction,
  type WizardDataset,
  type WizardState,
} from './wizard-state.ts';

const namesListed = 100;

/** Names of columns; of very many only the first. */
function listNames(names: readonly string[]): string {
  if (names.length <= namesListed) return names.join(', ') || '–';
  const more = formatNumber(names.length - namesListed);
  return `${names.slice(0, namesListed).join(', ')} and ${more} more`;
}

interface ConfirmIndexStepProps {
  state: WizardState;
  dataset: WizardDataset;
  dispatch: Dispatch<WizardAction>;
}

/** Step 2: shows all choices, then the build starts. */
export function ConfirmIndexStep({ state, dataset, dispatch }: ConfirmIndexStepProps) {
  const { orgId, authUserId, email } = useMember();
  const navigate = useNavigate();
  const { data: preview } = useQuery(datasetPreviewQuery(dataset.value, state.reading));
  const { columns = [], rows = [] } = preview ?? {};
  const build = preview?.file.build;
  const roles = Object.fromEntries(
    columns.map((name): [string, ColumnRole] => [name, roleOf(state.roles, name)]),
  );
  const columnsRole = keptRoles(roles);
  const isKept = (name: string) => Object.hasOwn(columnsRole, name);
  const samples = toColumnSamples({ columns, rows }, isKept);
  const uses = preview ? usesOf(state, suggestedUsesOf(preview)) : {};
  const named = (role: ColumnRole) => listNames(columns.filter((name) => roles[name] === role));
  const vectors = preview && vectorColumn(state, preview);
  const price = preview && embeddingPrice(state, uses, preview);
  const canEmbed = price !== undefined && vectors === undefined && build?.place === 'functions';
  const run = useMutation(createIndex);
  const start = () =>
    run.mutate(
      {
        name: state.name,
        orgId,
        userId: authUserId,
        email,
        columnsRole,
        columnsType: state.types,
        columnsUse: uses,
        ...(state.embed && canEmbed && { embed: true }),
        ...(vectors !== undefined && { vectorWeight: state.vectorWeight }),
        reading: state.reading,
        columnsData: encodeColumnsData(samples),
        datasetSize: dataset.sizeBytes,
        dataset: { value: dataset.value, label: dataset.label },
        status: 'Processing',
      },
      // The way back leads to the page before the wizard, where the index would be made again.
      { onSuccess: ({ item_id }) => navigate(`/indexes/${item_id}`, { replace: true }) },
    );
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
        {columnUses.map((use) => (
          <Fragment key={use}>
            <dt>{useNames[use]} of a row</dt>
            <dd>{columnFor(use, columns, uses) ?? '–'}</dd>
          </Fragment>
        ))}
        <dt>Ignored columns</dt>
        <dd>{named('ignore')}</dd>
        {build && build.place !== 'nowhere' && (
          <>
            <dt>Ready after</dt>
            <dd>{describeEstimate(build)}</dd>
            <dt>Place</dt>
            <dd>{placeNames[build.place]}</dd>
          </>
        )}
      </dl>
      {rows[0] && <RowSample row={rows[0]} {...{ columns, roles, uses }} />}
      {canEmbed && (
        <Checkbox
          className={classes.narrow}
          checked={state.embed ?? false}
          onChange={({ currentTarget: { checked } }) => dispatch({ type: 'embed', embed: checked })}
          label={`Embed rows and queries with ${preview?.file.embedder?.model}`}
          description={`Its provider charges about ${price.toFixed(2)} USD for all rows, and each search a little. Their titles and texts are sent to it.`}
        />
      )}
      {vectors !== undefined && (
        <TextInput
          className={classes.narrow}
          type="number"
          label={`Weight of the vectors in ${vectors}`}
          description="What they count beside words, which count 0 to 1. Empty: the build chooses, by halves of the texts."
          min={0}
          max={limits.vectorMaxWeight}
          step="any"
          value={state.vectorWeight ?? ''}
          onChange={({ currentTarget: { value } }) =>
            dispatch({ type: 'vector-weight', weight: value === '' ? undefined : Number(value) })
          }
        />
      )}
      {build?.place === 'nowhere' && <TooLarge />}
      <FormError error={run.error} />
      <div className={classes.buttons}>
        <Button loading={run.isPending} disabled={!preview} onClick={start}>
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
