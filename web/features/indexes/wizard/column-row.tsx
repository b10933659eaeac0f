import { type Dispatch, memo } from 'react';
import type { ColumnRole } from '#shared/column-roles.ts';
import type { ColumnType } from '#shared/reading.ts';
import type { PreviewColumn } from '#web/api/datasets.ts';
import { Segments } from '#web/ui/form/segments.tsx';
import classes from './assign-columns-step.module.css';
import { ColumnTypeSelect } from './column-type-select.tsx';
import type { WizardAction } from './wizard-state.ts';

const roleNames: Record<ColumnRole, string> = {
  index: 'Index',
  metadata: 'Metadata',
  ignore: 'Ignore',
};

const roles = Object.keys(roleNames) as ColumnRole[];

interface ColumnRowProps {
  column: PreviewColumn;
  values: readonly string[];
  role: ColumnRole;
  /** Type of the column that the customer chose. */
  chosenType: ColumnType | undefined;
  onRole: (column: string, role: ColumnRole) => void;
  dispatch: Dispatch<WizardAction>;
}

/**
 * A column: its role, its type and its first values. Files may have hundreds of columns, so an unchanged one is not
 * rendered again.
 */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { column, values, role, chosenType, onRole, dispatch } = props;
  const { name } = column;
  return (
    <li className={classes.column}>
      <h3 className={classes.name} title={name}>
        {name}
      </h3>
      <p className={classes.suggested}>
        {role === column.suggested ? 'As suggested' : `Suggested: ${roleNames[column.suggested]}`}
      </p>
      <Segments
        className={classes.role}
        label={`Role of ${name}`}
        values={roles}
        names={roleNames}
        value={role}
        onChange={(chosen) => onRole(name, chosen)}
      />
      {role === 'metadata' && (
        <ColumnTypeSelect
          column={column}
          chosen={chosenType}
          onChoose={(holds) => dispatch({ type: 'column-type', column: name, holds })}
        />
      )}
      <ColumnSamples name={name} values={values} />
    </li>
  );
});

/** Sample values of one column, side by side. Long ones are cut; a tooltip shows them in full. */
function ColumnSamples({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <ol className={classes.samples} aria-label={`Sample values of ${name}`}>
      {values.map((value, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a sample
        <li key={line} className={value.trim() === '' ? classes.empty : undefined} title={value}>
          {value}
        </li>
      ))}
    </ol>
  );
}
