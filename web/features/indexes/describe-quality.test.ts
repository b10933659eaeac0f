import { expect, test } from 'vitest';
import { buildTime, describeTest, languageName, percent } from './describe-quality.ts';

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [119, '119 seconds'],
  [600, '10 minutes'],
])('%j seconds are %j', (seconds, text) => {
  expect(buildTime(seconds)).toBe(text);
});

test('languages have names, unless nobody knows them', () => {
  expect(languageName('de')).toBe('German');
  expect(languageName('und')).toBeUndefined();
});

test('shares have one decimal', () => {
  expect(percent(0.9912)).toBe('99.1 %');
  expect(percent(1)).toBe('100.0 %');
});

test('says what found most, and when that means little', () => {
  const quality = {
    rows: 0,
    rejects: 0,
    terms: 0,
    dimensions: 0,
    language: 'en',
  };
  const scores = { lexical_ndcg: 0.5, concept_ndcg: 0.4, mixed_ndcg: 0.6 };
  expect(describeTest({ ...quality, ...scores, half_documents: 400 })).toBe(
    'Words and meaning together found most.',
  );
  expect(describeTest({ ...quality, ...scores, mixed_ndcg: 0.45, half_documents: 39 })).toBe(
    'In this test the words alone found most. So few texts make this a rough figure.',
  );
});
