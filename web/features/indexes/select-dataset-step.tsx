import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { indexNameProblem } from '#shared/validation.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { datasetFilesQuery, fileName } from '#web/lib/queries/dataset-files.ts';
import { indexesQuery } from '#web/lib/queries/indexes.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { DatasetSelect } from './dataset-select.tsx';
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
  const choose = ({ Key, Size }: DatasetFile) =>
    dispatch({
      type: 'dataset',
      dataset: { value: Key, label: fileName(Key), sizeBytes: Size },
    });
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
        <DatasetSelect
          value={state.dataset?.value}
          error={checked && datasetProblem}
          onChoose={choose}
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
