import { Anchor, Button, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { errorCatalog } from '#shared/errors.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { indexNameProblem } from '#shared/validation.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { datasetFilesQuery, fileName } from '#web/lib/queries/dataset-files.ts';
import { indexesQuery } from '#web/lib/queries/indexes.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import classes from './index-wizard.module.css';
import type { WizardAction, WizardState } from './wizard-state.ts';

interface SelectDatasetStepProps {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
}

/** Step 0: what the index is called and what it is built from. */
export function SelectDatasetStep({ state, dispatch }: SelectDatasetStepProps) {
  const { orgId } = useMember();
  const files = useQuery(datasetFilesQuery(orgId));
  const indexes = useQuery(indexesQuery(orgId));
  const [checked, setChecked] = useState(false);
  if (files.isError && !files.data) {
    return (
      <ErrorPanel
        title="The datasets could not be loaded"
        error={files.error}
        onRetry={() => void files.refetch()}
      />
    );
  }
  const isTaken = indexes.data?.some(({ name }) => name.toLowerCase() === state.name.toLowerCase());
  const nameProblem =
    indexNameProblem(state.name) ?? (isTaken ? errorCatalog.IndexNameTaken.message : undefined);
  const datasetProblem = state.dataset ? undefined : errorCatalog.DatasetNotChosen.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nameProblem || datasetProblem) setChecked(true);
    else dispatch({ type: 'next' });
  };
  const choose = (key: string | null) => {
    const file = files.data?.find(({ Key }) => Key === key);
    const dataset = file && { value: file.Key, label: fileName(file.Key), sizeBytes: file.Size };
    dispatch({ type: 'dataset', dataset });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.narrow}>
      <Stack>
        <TextInput
          label="Index name"
          description="Letters and digits"
          maxLength={limits.indexNameMaxLength}
          value={state.name}
          error={checked && nameProblem}
          onChange={(event) => dispatch({ type: 'name', name: event.currentTarget.value })}
        />
        <Select
          label="Dataset"
          placeholder={files.isPending ? 'Loading…' : 'Choose a dataset'}
          searchable={(files.data?.length ?? 0) > 10}
          nothingFoundMessage="No dataset with this name"
          data={(files.data ?? []).map(({ Key, Size }) => ({
            value: Key,
            label: `${fileName(Key)} (${formatBytes(Size)})`,
          }))}
          disabled={files.data?.length === 0}
          value={state.dataset?.value ?? null}
          error={checked && datasetProblem}
          onChange={choose}
        />
        {files.data?.length === 0 && (
          <div>
            There is no dataset yet.{' '}
            <Anchor component={Link} to="/dataset" inherit>
              Upload a CSV
            </Anchor>
          </div>
        )}
      </Stack>
      <div className={classes.buttons}>
        <Button type="submit">Next</Button>
        <Button component={Link} to="/index" variant="default">
          Cancel
        </Button>
      </div>
    </form>
  );
}
