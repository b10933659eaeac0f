import { expect, test } from 'vitest';
import {
  cancelFeedbackMaxLength,
  cancelOptions,
  cancelProblem,
  cancelReasons,
} from './cancel-reasons.ts';

test('each option has a code of the payment provider', () => {
  expect(cancelOptions).toEqual(['Complexity', 'Pricing', 'Not useful', 'Other']);
  expect(cancelOptions.map((option) => cancelReasons[option])).toEqual([
    'too_complex',
    'too_expensive',
    'unused',
    'other',
  ]);
});

test.each([
  [undefined, '', 'Please select one option above'],
  [undefined, 'too dear', 'Please select one option above'],
  ['Complexity', '', undefined],
  ['Pricing', '', undefined],
  ['Not useful', 'ignored', undefined],
  ['Other', '', 'Please provide your feedback'],
  ['Other', '  \n', 'Please provide your feedback'],
  ['Other', 'We found something else.', undefined],
  ['Other', 'x'.repeat(cancelFeedbackMaxLength), undefined],
  ['Other', 'x'.repeat(cancelFeedbackMaxLength + 1), 'Please use at most 5000 characters'],
] as const)('%s with "%.10s" says: %s', (option, feedback, problem) => {
  expect(cancelProblem(option, feedback)).toBe(problem);
});
