import { Stepper, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { datasetNamedQuery } from '#web/api/datasets.ts';
import { useMember } from '#web/api/user.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { AssignColumnsStep } from './assign-columns-step.tsx';
import { ConfirmIndexStep } from './confirm-index-step.tsx';
import classes from './index-wizard.module.css';
import { keepState, keptState } from './kept-state.ts';
import { SelectDatasetStep } from './select-dataset-step.tsx';
import { initialWizardState, toWizardDataset, wizardReducer } from './wizard-state.ts';

const titles = ['Select Dataset', 'Assign Columns', 'Confirm Index'] as const;

/** Three steps from a dataset to a running build. `datasetName` chooses a dataset at the beginning. */
export function IndexWizard({ datasetName }: { datasetName: string | null }) {
  const { orgId } = useMember();
  const found = useQuery({
    ...datasetNamedQuery(orgId, datasetName ?? ''),
    enabled: datasetName !== null,
  });
  if (found.isLoading) return <ContentSkeleton shape="form" label="Loading the dataset" />;
  return <WizardSteps orgId={orgId} file={found.data ?? undefined} />;
}

function WizardSteps({ orgId, file }: { orgId: string; file: DatasetFile | undefined }) {
  const [state, dispatch] = useReducer(
    wizardReducer,
    keptState(orgId) ?? { ...initialWizardState, dataset: file && toWizardDataset(file) },
  );
  useEffect(() => keepState(orgId, state), [orgId, state]);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(state.step);
  // The button of the last step is gone, so the focus moves to the heading of the new one.
  useEffect(() => {
    if (shown.current !== state.step) heading.current?.focus();
    shown.current = state.step;
  }, [state.step]);
  return (
    <div className={classes.wizard}>
      <Stepper
        active={state.step}
        size="sm"
        iconSize={28}
        allowNextStepsSelect={false}
        className={classes.stepper}
      >
        {titles.map((title) => (
          <Stepper.Step key={title} label={title} allowStepSelect={false} />
        ))}
      </Stepper>
      <VisuallyHidden component="h2" ref={heading} tabIndex={-1}>
        {titles[state.step]}
      </VisuallyHidden>
      {state.step === 0 && <SelectDatasetStep state={state} dispatch={dispatch} />}
      {state.step === 1 && state.dataset && (
        <AssignColumnsStep state={state} dataset={state.dataset} dispatch={dispatch} />
      )}
      {state.step === 2 && state.dataset && (
        <ConfirmIndexStep state={state} dataset={state.dataset} dispatch={dispatch} />
      )}
    </div>
  );
}
