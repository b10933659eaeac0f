import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, useState } from 'react';
import type { ColumnRole } from '#shared/contract/indexes.ts';
import { columnRolesProblem } from '#shared/validation.ts';
import { datasetPreviewQuery } from '#web/api/datasets.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FileReading } from '#web/ui/file-reading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ColumnSamples } from './column-samples.tsx';
import { ColumnTypeSelect } from './column-type-select.tsx';
import { toColumnSamples } from './columns-data.ts';
import { headerProblem } from './header-problem.ts';
import classes from './index-wizard.module.css';
import { suggestRoles } from './suggest-roles.ts';
import {
  roleOf,
  typeOf,
  type WizardAction,
  type WizardDataset,
  type WizardState,
} from './wizard-state.ts';

interface AssignColumnsStepProps {
  state: WizardState;
  dataset: WizardDataset;
  dispatch: Dispatch<WizardAction>;
}

const roleChoices: { value: ColumnRole; label: string }[] = [
  { value: 'index', label: 'Index' },
  { value: 'metadata', label: 'Metadata' },
  { value: 'ignore', label: 'Ignore' },
];

/** Step 1: what each column is for, with sample values to judge by. */
export function AssignColumnsStep({ state, dataset, dispatch }: AssignColumnsStepProps) {
  const preview = useQuery(datasetPreviewQuery(dataset.value, state.reading));
  const [checked, setChecked] = useState(false);
  const problem = columnRolesProblem(state.roles);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem) setChecked(true);
    else dispatch({ type: 'next' });
  };
  if (preview.isError) {
    return (
      <>
        <ErrorPanel
          title="The dataset could not be read"
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
        <WizardBack dispatch={dispatch} />
      </>
    );
  }
  const header = preview.data && headerProblem(preview.data.columns);
  if (header) {
    return (
      <>
        <Notice kind="danger">{header}</Notice>
        <WizardBack dispatch={dispatch} />
      </>
    );
  }
  if (!preview.data) return <ContentSkeleton shape="form" label="Loading columns" />;
  const { columns } = preview.data.file;
  const samples = toColumnSamples(preview.data).map((sample, i) => ({
    ...sample,
    column: columns[i],
  }));
  const suggestion = suggestRoles(preview.data);
  return (
    <form onSubmit={submit}>
      <p>
        One <strong>index</strong> column is searched by meaning. <strong>Metadata</strong> columns
        come back with each result. The rest is ignored.
      </p>
      <FileReading
        file={preview.data.file}
        onChange={(reading) => dispatch({ type: 'reading', reading })}
      />
      {suggestion && (
        <Suggestion
          roles={suggestion}
          onApply={() => dispatch({ type: 'roles', roles: suggestion })}
        />
      )}
      <ul className={classes.columns} aria-label="Columns">
        {samples.map(({ name, values, column }) => (
          <li key={name} className={classes.column}>
            <div>
              <h3 className={classes.columnName}>{name}</h3>
              <SegmentedControl
                size="xs"
                aria-label={`Role of ${name}`}
                data={roleChoices}
                value={roleOf(state, name)}
                onChange={(role) => dispatch({ type: 'role', column: name, role })}
              />
              {roleOf(state, name) === 'metadata' && column && (
                <ColumnTypeSelect
                  column={column}
                  chosen={typeOf(state, name)}
                  onChoose={(holds) => dispatch({ type: 'column-type', column: name, holds })}
                />
              )}
            </div>
            <ColumnSamples name={name} values={values} />
          </li>
        ))}
      </ul>
      {checked && problem && <Notice kind="danger">{problem}</Notice>}
      <div className={classes.buttons}>
        <Button type="submit">Next</Button>
        <Button variant="default" onClick={() => dispatch({ type: 'back' })}>
          Back
        </Button>
      </div>
    </form>
  );
}

interface SuggestionProps {
  roles: Record<string, ColumnRole>;
  onApply: () => void;
}

function Suggestion({ roles, onApply }: SuggestionProps) {
  const [index] = Object.entries(roles).find(([, role]) => role === 'index') ?? [];
  const metadata = Object.keys(roles).filter((name) => roles[name] === 'metadata').length;
  return (
    <div className={classes.suggestion}>
      <span>
        Suggested: <strong>{index}</strong> as index, {metadata} as metadata.
      </span>
      <Button size="compact-sm" variant="default" onClick={onApply}>
        Use suggestion
      </Button>
    </div>
  );
}

function WizardBack({ dispatch }: { dispatch: Dispatch<WizardAction> }) {
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={() => dispatch({ type: 'back' })}>
        Back
      </Button>
    </div>
  );
}
