import { expect, test } from 'vitest';
import {
  buildTime,
  describeTest,
  isMeasured,
  marginOf,
  namesOfLanguages,
  percent,
} from './describe-quality.ts';

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [119, '119 seconds'],
  [600, '10 minutes'],
])('%j seconds are %j', (seconds, text) => {
  expect(buildTime(seconds)).toBe(text);
});

test('languages have names, unless they are not known', () => {
  expect(namesOfLanguages(['de'])).toBe(' Language: German.');
  expect(namesOfLanguages(['zh', 'en', 'ja'])).toBe(' Languages: Chinese, English, and Japanese.');
  expect(namesOfLanguages(['und'])).toBe('');
});

test('shares have one decimal', () => {
  expect(percent(0.9912)).toBe('99.1 %');
  expect(percent(1)).toBe('100.0 %');
});

test('says what found most, and when too few documents make that uncertain', () => {
  const quality = {
    rows: 0,
    rejects: 0,
    repairs: 0,
    terms: 0,
    dimensions: 0,
    language: 'en',
    languages: ['en'],
    placement: 'functions' as const,
  };
  const scores = { lexical_ndcg: 0.5, concept_ndcg: 0.4, mixed_ndcg: 0.6 };
  expect(describeTest({ ...quality, ...scores, half_documents: 400 })).toBe(
    'Words and meaning together found most.',
  );
  expect(describeTest({ ...quality, ...scores, mixed_ndcg: 0.45, half_documents: 400 })).toBe(
    'In this test the words alone found most.',
  );
  const measured = [0, 20, 96, 97, 400].map((half_documents) =>
    isMeasured({ ...quality, ...scores, half_documents }),
  );
  expect(measured).toEqual([false, false, false, true, true]);
});

test('figures from few documents have a wide margin of error', () => {
  expect(marginOf(20)).toBeCloseTo(0.219, 3);
  expect(marginOf(97)).toBeCloseTo(0.0995, 4);
  expect(marginOf(400)).toBeCloseTo(0.049, 3);
});
