import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type Dispatch, type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { isCatalogName } from '#shared/catalogs.ts';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { indexNameProblem } from '#shared/validation.ts';
import { datasetChoicesQuery } from '#web/api/datasets.ts';
import { indexNameTakenQuery } from '#web/api/indexes.ts';
import { useMember } from '#web/api/user.ts';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { DatasetSelect } from '../dataset-select.tsx';
import classes from './index-wizard.module.css';
import { toWizardDataset, type WizardAction, type WizardState } from './wizard-state.ts';

interface SelectDatasetStepProps {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
}

/** Step 0: the name of the index and its dataset. */
export function SelectDatasetStep({ state, dispatch }: SelectDatasetStepProps) {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const files = useQuery(datasetChoicesQuery(orgId));
  const [checked, setChecked] = useState(false);
  const [takenName, setTakenName] = useState<string>();
  const nameCheck = useMutation({
    mutationFn: (name: string) => queryClient.fetchQuery(indexNameTakenQuery(name)),
    onSuccess: (taken, name) => (taken ? setTakenName(name) : dispatch({ type: 'next' })),
    // The server checks the name again when the index is created.
    onError: () => dispatch({ type: 'next' }),
  });
  if (files.isError && !files.data) {
    return (
      <ErrorPanel
        title="The datasets could not be loaded"
        error={files.error}
        onRetry={() => void files.refetch()}
      />
    );
  }
  const isTaken = isCatalogName(state.name) || takenName === state.name;
  const nameProblem =
    indexNameProblem(state.name) ?? (isTaken ? errorCatalog.IndexNameTaken.message : undefined);
  const datasetProblem = state.dataset ? undefined : errorCatalog.DatasetNotChosen.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!nameProblem && !datasetProblem) nameCheck.mutate(state.name);
  };
  const choose: ComponentProps<typeof DatasetSelect>['onChoose'] = (file) =>
    dispatch({ type: 'dataset', dataset: toWizardDataset(file) });
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
          chosen={state.dataset && { Key: state.dataset.value, Size: state.dataset.sizeBytes }}
          error={checked && datasetProblem}
          onChoose={choose}
        />
        {files.data?.items.length === 0 && (
          <div>
            There is no dataset yet.{' '}
            <Anchor component={Link} to="/dataset" inherit>
              Upload a file
            </Anchor>
          </div>
        )}
      </Stack>
      <div className={classes.buttons}>
        <Button type="submit" loading={nameCheck.isPending}>
          Next
        </Button>
        <Button component={Link} to="/index" variant="default">
          Cancel
        </Button>
      </div>
    </form>
  );
}
