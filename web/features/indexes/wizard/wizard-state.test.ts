import { expect, test } from 'vitest';
import { initialWizardState, usesOf, type WizardAction, wizardReducer } from './wizard-state.ts';

const dataset = { value: 'org/1/a.csv', label: 'a.csv', sizeBytes: 10 };

const after = (...actions: WizardAction[]) => actions.reduce(wizardReducer, initialWizardState);

test('choosing an index column resets the other one to ignore and leaves metadata alone', () => {
  const { roles } = after(
    { type: 'role', column: 'title', role: 'index' },
    { type: 'role', column: 'year', role: 'metadata' },
    { type: 'role', column: 'text', role: 'index' },
  );
  expect(roles).toEqual({ title: 'ignore', year: 'metadata', text: 'index' });
});

test('suggested roles are taken at once, and changed one by one', () => {
  const { roles } = after(
    { type: 'roles', roles: { title: 'index', year: 'metadata' } },
    { type: 'role', column: 'abstract', role: 'index' },
  );
  expect(roles).toEqual({ title: 'ignore', year: 'metadata', abstract: 'index' });
});

test('back from the last step keeps the choices, back to the first clears dataset and columns', () => {
  const confirmed = after(
    { type: 'name', name: 'Papers' },
    { type: 'dataset', dataset },
    { type: 'next' },
    { type: 'role', column: 'text', role: 'index' },
    { type: 'next' },
  );
  expect(confirmed.step).toBe(2);
  const columns = wizardReducer(confirmed, { type: 'back' });
  expect(columns).toEqual({ ...confirmed, step: 1 });
  expect(wizardReducer(columns, { type: 'back' })).toEqual({
    ...initialWizardState,
    name: 'Papers',
  });
});

test('another dataset forgets the columns of the first', () => {
  const state = after(
    { type: 'dataset', dataset },
    { type: 'role', column: 'text', role: 'index' },
    { type: 'dataset', dataset: { ...dataset, value: 'org/1/b.csv' } },
  );
  expect(state.roles).toEqual({});
});

test('uses are those suggested until one is chosen, of metadata columns, and each of one column', () => {
  const suggested = { name: 'title', nr: 'id', page: 'link' } as const;
  const metadata = after({
    type: 'roles',
    roles: { name: 'metadata', nr: 'metadata', page: 'ignore', text: 'index' },
  });
  expect(usesOf(metadata, suggested)).toEqual({ name: 'title', nr: 'id' });
  const changed = wizardReducer(metadata, { type: 'use', use: 'title', column: 'nr', suggested });
  expect(usesOf(changed, suggested)).toEqual({ nr: 'title' });
  const none = wizardReducer(changed, { type: 'use', use: 'title', column: '', suggested });
  expect(usesOf(none, suggested)).toEqual({});
});
