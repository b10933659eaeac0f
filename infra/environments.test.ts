import { expect, test } from 'vitest';
import { resolveEnvironment } from './environments.ts';
import { parseSettings } from './settings.ts';
import { testSettings } from './test-settings.ts';

const settings = parseSettings(testSettings, 'test');

test('the local environment has its own account and region, whatever the settings say', () => {
  const local = resolveEnvironment('local', { ...settings, region: 'eu-west-1' });
  expect(local).toMatchObject({ account: '000000000000', region: 'us-east-1', deployed: false });
});

test('only production keeps data when its stacks are deleted', () => {
  expect(resolveEnvironment('prod', settings).keepData).toBe(true);
  expect(resolveEnvironment('staging', settings).keepData).toBe(false);
});

test('an environment has a budget of its own unless the operator sets one', () => {
  expect(resolveEnvironment('dev', settings).monthlyBudgetUsd).toBe(20);
  expect(resolveEnvironment('dev', { ...settings, monthlyBudgetUsd: 7 }).monthlyBudgetUsd).toBe(7);
});

test('nothing is deployed without settings', () => {
  expect(() => resolveEnvironment('prod')).toThrow('infra/environments/prod.json');
});
