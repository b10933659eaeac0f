import type { ColumnRole } from '#shared/column-roles.ts';
import { type ColumnUse, type ColumnUses, keptUses } from '#shared/column-uses.ts';
import type { ColumnType, Reading } from '#shared/reading.ts';
import { type DatasetPreview, fileName } from '#web/api/datasets.ts';

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
  /** What vectors count beside words. Absent until one is set: then the build chooses. */
  vectorWeight?: number | undefined;
  /** Whether a model shall give rows their vectors. */
  embed?: boolean | undefined;
  /** Chosen title, link and id of a row. Absent until one is chosen: then the suggested ones apply. */
  uses?: ColumnUses | undefined;
  /** The customer's settings for the file. */
  reading: Reading;
}

/** Role of a column. A column name may equal a property that all objects have, such as `constructor`. */
export const roleOf = (roles: ColumnRoles, column: string): ColumnRole =>
  (Object.hasOwn(roles, column) && roles[column]) || 'ignore';

export const typeOf = ({ types }: Pick<WizardState, 'types'>, column: string) =>
  Object.hasOwn(types, column) ? types[column] : undefined;

/** Title, link and id of a row, by column. Only metadata columns come back with a row. */
export const usesOf = ({ roles, uses }: WizardState, suggested: ColumnUses): ColumnUses =>
  keptUses(roles, uses ?? suggested) ?? {};

export const suggestedUsesOf = ({ file }: DatasetPreview): ColumnUses =>
  Object.fromEntries(
    file.columns.flatMap(({ name, suggested_use }): [string, ColumnUse][] =>
      suggested_use ? [[name, suggested_use]] : [],
    ),
  );

/** The metadata column that holds vectors, by its chosen type or else by that of its values. */
export const vectorColumn = (
  state: Pick<WizardState, 'roles' | 'types'>,
  { file }: DatasetPreview,
): string | undefined =>
  file.columns.find(
    ({ name, type }) =>
      roleOf(state.roles, name) === 'metadata' && (typeOf(state, name) ?? type) === 'vector',
  )?.name;

/** What embedding the title and the text of all rows costs, in USD; undefined where the installation has no model for it. */
export function embeddingPrice(
  { roles }: Pick<WizardState, 'roles'>,
  uses: ColumnUses,
  { file }: DatasetPreview,
): number | undefined {
  if (!file.embedder) return undefined;
  const isEmbedded = (name: string) =>
    roleOf(roles, name) === 'index' || (Object.hasOwn(uses, name) && uses[name] === 'title');
  return file.columns.reduce(
    (sum, { name, embedding_usd = 0 }) => sum + (isEmbedded(name) ? embedding_usd : 0),
    0,
  );
}

export type WizardAction =
  | { type: 'name'; name: string }
  | { type: 'dataset'; dataset: WizardDataset }
  | { type: 'role'; column: string; role: ColumnRole }
  | { type: 'column-type'; column: string; holds: ColumnType }
  | { type: 'vector-weight'; weight: number | undefined }
  | { type: 'embed'; embed: boolean }
  /** An empty name leaves no column for the use. */
  | { type: 'use'; use: ColumnUse; column: string; suggested: ColumnUses }
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

const noChoices = {
  roles: {},
  types: {},
  uses: undefined,
  vectorWeight: undefined,
  embed: undefined,
  reading: {},
};

/** There is at most one index column: choosing another sets the first to `ignore`. */
function assignRole(roles: ColumnRoles, column: string, role: ColumnRole): ColumnRoles {
  const others = Object.entries(roles).map(([name, old]): [string, ColumnRole] => [
    name,
    role === 'index' && old === 'index' ? 'ignore' : old,
  ]);
  return { ...Object.fromEntries(others), [column]: role };
}

/** Each use is that of one column, and each column has one. */
function assignUse(uses: ColumnUses, use: ColumnUse, column: string): ColumnUses {
  const others = Object.entries(uses).filter(([name, old]) => name !== column && old !== use);
  return { ...Object.fromEntries(others), ...(column !== '' && { [column]: use }) };
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
    case 'vector-weight':
      return { ...state, vectorWeight: action.weight };
    case 'embed':
      return { ...state, embed: action.embed };
    case 'use':
      return {
        ...state,
        uses: assignUse(usesOf(state, action.suggested), action.use, action.column),
      };
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
