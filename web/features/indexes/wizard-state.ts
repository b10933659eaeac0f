import type { ColumnRole } from '#shared/column-roles.ts';
import type { ColumnType, Reading } from '#shared/reading.ts';
import { fileName } from '#web/api/datasets.ts';

export interface WizardDataset {
  /** Path of the file. */
  value: string;
  label: string;
  sizeBytes: number;
}

export const toWizardDataset = ({ Key, Size }: { Key: string; Size: number }): WizardDataset => ({
  value: Key,
  label: fileName(Key),
  sizeBytes: Size,
});

/** Role by column. All are ignored at first, and absent ones are. */
export type ColumnRoles = Readonly<Record<string, ColumnRole>>;

export interface WizardState {
  /** 0 Select Dataset, 1 Assign Columns, 2 Confirm Index. */
  step: 0 | 1 | 2;
  name: string;
  dataset: WizardDataset | undefined;
  roles: ColumnRoles;
  /** Chosen types. The types of all other columns are inferred from their values. */
  types: Readonly<Record<string, ColumnType>>;
  /** The customer's settings for the file. */
  reading: Reading;
}

/** Role of a column. A column name may equal a property that all objects have, such as `constructor`. */
export const roleOf = (roles: ColumnRoles, column: string): ColumnRole =>
  (Object.hasOwn(roles, column) && roles[column]) || 'ignore';

export const typeOf = ({ types }: Pick<WizardState, 'types'>, column: string) =>
  Object.hasOwn(types, column) ? types[column] : undefined;

export type WizardAction =
  | { type: 'name'; name: string }
  | { type: 'dataset'; dataset: WizardDataset }
  | { type: 'role'; column: string; role: ColumnRole }
  | { type: 'column-type'; column: string; holds: ColumnType }
  | { type: 'reading'; reading: Reading }
  | { type: 'roles'; roles: ColumnRoles }
  | { type: 'next' }
  | { type: 'back' };

export const initialWizardState: WizardState = {
  step: 0,
  name: '',
  dataset: undefined,
  roles: {},
  types: {},
  reading: {},
};

const noChoices = { roles: {}, types: {}, reading: {} };

/** There is at most one index column: choosing another sets the first to `ignore`. */
function assignRole(roles: ColumnRoles, column: string, role: ColumnRole): ColumnRoles {
  const others = Object.entries(roles).map(([name, old]): [string, ColumnRole] => [
    name,
    role === 'index' && old === 'index' ? 'ignore' : old,
  ]);
  return { ...Object.fromEntries(others), [column]: role };
}

export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'name':
      return { ...state, name: action.name };
    case 'dataset':
      return { ...state, dataset: action.dataset, ...noChoices };
    case 'role':
      return { ...state, roles: assignRole(state.roles, action.column, action.role) };
    case 'column-type':
      return { ...state, types: { ...state.types, [action.column]: action.holds } };
    case 'reading':
      // With other settings the file may have other columns.
      return { ...state, ...noChoices, reading: { ...state.reading, ...action.reading } };
    case 'roles':
      return { ...state, roles: action.roles };
    case 'next':
      return { ...state, step: state.step === 0 ? 1 : 2 };
    case 'back':
      // Going back to the first step clears the chosen dataset and the column choices.
      return state.step === 2
        ? { ...state, step: 1 }
        : { ...state, step: 0, dataset: undefined, ...noChoices };
  }
}
