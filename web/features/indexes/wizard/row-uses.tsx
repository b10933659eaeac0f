import type { Dispatch } from 'react';
import { type ColumnUse, type ColumnUses, columnFor, columnUses } from '#shared/column-uses.ts';
import { type Choice, NamePicker } from '#web/ui/form/name-picker.tsx';
import { useNames } from '../use-names.ts';
import classes from './assign-columns-step.module.css';
import { roleOf, usesOf, type WizardAction, type WizardState } from './wizard-state.ts';

interface RowUsesProps {
  state: WizardState;
  /** Names of the columns of the file. */
  columns: readonly string[];
  suggested: ColumnUses;
  dispatch: Dispatch<WizardAction>;
}

const none: Choice = { value: 'none', label: 'None' };

/** Which metadata columns are the title, the link and the id of a row. */
export function RowUses({ state, columns, suggested, dispatch }: RowUsesProps) {
  const metadata = columns.filter((name) => roleOf(state.roles, name) === 'metadata');
  const uses = usesOf(state, suggested);
  // By position: a column may have any name.
  const choices = [none, ...metadata.map((label, i): Choice => ({ value: String(i), label }))];
  const choose = (use: ColumnUse, value: string) =>
    dispatch({ type: 'use', use, column: metadata[Number(value)] ?? '', suggested });
  return (
    <fieldset className={classes.uses}>
      <legend>A row is shown with</legend>
      {columnUses.map((use) => (
        <NamePicker
          key={use}
          size="xs"
          label={useNames[use]}
          disabled={metadata.length === 0}
          choices={choices}
          complete
          chosen={choices[metadata.indexOf(columnFor(use, metadata, uses) ?? '') + 1]}
          onSearch={() => {}}
          onChoose={(value) => choose(use, value)}
        />
      ))}
    </fieldset>
  );
}
