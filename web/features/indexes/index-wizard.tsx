import { Stepper } from '@mantine/core';
import { useReducer } from 'react';
import { AssignColumnsStep } from './assign-columns-step.tsx';
import { ConfirmIndexStep } from './confirm-index-step.tsx';
import classes from './index-wizard.module.css';
import { SelectDatasetStep } from './select-dataset-step.tsx';
import { initialWizardState, wizardReducer } from './wizard-state.ts';

/** Three steps from a dataset to a running build. */
export function IndexWizard() {
  const [state, dispatch] = useReducer(wizardReducer, initialWizardState);
  return (
    <div className={classes.wizard}>
      <Stepper
        active={state.step}
        size="sm"
        iconSize={28}
        allowNextStepsSelect={false}
        className={classes.stepper}
      >
        <Stepper.Step label="Select Dataset" allowStepSelect={false} />
        <Stepper.Step label="Assign Columns" allowStepSelect={false} />
        <Stepper.Step label="Confirm Index" allowStepSelect={false} />
      </Stepper>
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
