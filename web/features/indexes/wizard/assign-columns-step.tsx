import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react';
import type { ColumnRole } from '#shared/column-roles.ts';
import { columnRolesProblem } from '#shared/validation.ts';
import { type DatasetPreview, datasetPreviewQuery } from '#web/api/datasets.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FileReading } from '#web/ui/form/file-reading.tsx';
import classes from './assign-columns-step.module.css';
import { ColumnRow } from './column-row.tsx';
import { toColumnSamples } from './columns-data.ts';
import { columnsProblem, headerProblem } from './header-problem.ts';
import { RowUses } from './row-uses.tsx';
import {
  type ColumnRoles,
  roleOf,
  suggestedUsesOf,
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

/** Step 1: the role of each column, with sample values. */
export function AssignColumnsStep({ state, dataset, dispatch }: AssignColumnsStepProps) {
  const preview = useQuery(datasetPreviewQuery(dataset.value, state.reading));
  const problem = preview.data && headerProblem(preview.data.columns);
  return (
    <>
      <Loaded
        query={preview}
        failure="The dataset could not be read"
        skeleton={{ shape: 'table', label: 'Loading columns' }}
      >
        {(data) => (
          <>
            <FileReading
              file={data.file}
              onChange={(reading) => dispatch({ type: 'reading', reading })}
            />
            {problem === undefined ? (
              <Columns state={state} preview={data} dispatch={dispatch} />
            ) : (
              <Notice kind="danger">{problem}</Notice>
            )}
          </>
        )}
      </Loaded>
      {(preview.isLoadingError || problem !== undefined) && <WizardBack dispatch={dispatch} />}
    </>
  );
}

interface ColumnsProps {
  state: WizardState;
  preview: DatasetPreview;
  dispatch: Dispatch<WizardAction>;
}

function Columns({ state, preview, dispatch }: ColumnsProps) {
  const [checked, setChecked] = useState(false);
  const suggested = useMemo(
    () => Object.fromEntries(preview.file.columns.map((column) => [column.name, column.suggested])),
    [preview],
  );
  const suggestedUses = useMemo(() => suggestedUsesOf(preview), [preview]);
  const samples = useMemo(() => toColumnSamples(preview), [preview]);
  const choose = useCallback(
    (column: string, role: ColumnRole) => dispatch({ type: 'role', column, role }),
    [dispatch],
  );
  const { roles } = state;
  const problem = columnRolesProblem(roles) ?? columnsProblem(roles);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!problem) dispatch({ type: 'next' });
  };
  return (
    <form onSubmit={submit}>
      <p>
        One <strong>index</strong> column is searched by meaning. <strong>Metadata</strong> columns
        come back with each result, and filters compare them by what they hold. All columns are
        ignored until you choose.
      </p>
      <RowUses
        state={state}
        columns={preview.columns}
        suggested={suggestedUses}
        dispatch={dispatch}
      />
      <ul className={classes.columns} aria-label="Columns">
        {samples.map(({ name, values }, position) => (
          <ColumnRow
            key={name}
            column={preview.file.columns[position]!}
            values={values}
            role={roleOf(roles, name)}
            chosenType={typeOf(state, name)}
            onRole={choose}
            dispatch={dispatch}
          />
        ))}
      </ul>
      <div className={classes.footer}>
        {checked && problem && <Notice kind="danger">{problem}</Notice>}
        <RolesSummary roles={roles} columns={preview.columns}>
          <BulkRoles
            columns={preview.columns}
            roles={roles}
            suggested={suggested}
            onChoose={(chosen) => dispatch({ type: 'roles', roles: chosen })}
          />
        </RolesSummary>
        <WizardBack dispatch={dispatch}>
          <Button type="submit">Next</Button>
        </WizardBack>
      </div>
    </form>
  );
}

interface RolesSummaryProps {
  roles: ColumnRoles;
  columns: readonly string[];
  children: ReactNode;
}

/** Summary of the choices, because long tables are only partly visible. */
function RolesSummary({ roles, columns, children }: RolesSummaryProps) {
  const named = (role: ColumnRole) => columns.filter((name) => roleOf(roles, name) === role);
  const [index = 'none'] = named('index');
  return (
    <p className={classes.chosen}>
      <span>
        Index: <strong>{index}</strong> · {formatNumber(named('metadata').length)} metadata ·{' '}
        {formatNumber(named('ignore').length)} ignored
      </span>
      {children}
    </p>
  );
}

interface BulkRolesProps {
  columns: readonly string[];
  roles: ColumnRoles;
  suggested: ColumnRoles;
  onChoose: (roles: ColumnRoles) => void;
}

/** Sets the roles of all columns at once: the suggested ones, or none if those are set already. */
function BulkRoles({ columns, roles, suggested, onChoose }: BulkRolesProps) {
  if (Object.values(suggested).every((role) => role === 'ignore')) return null;
  const isSuggested = columns.every((name) => roleOf(roles, name) === roleOf(suggested, name));
  return (
    <Button
      size="compact-sm"
      variant={isSuggested ? 'subtle' : 'light'}
      onClick={() => onChoose(isSuggested ? {} : suggested)}
    >
      {isSuggested ? 'Ignore all' : 'Use suggestions'}
    </Button>
  );
}

function WizardBack({
  dispatch,
  children,
}: {
  dispatch: Dispatch<WizardAction>;
  children?: ReactNode;
}) {
  return (
    <div className={classes.buttons}>
      {children}
      <Button variant="default" onClick={() => dispatch({ type: 'back' })}>
        Back
      </Button>
    </div>
  );
}
