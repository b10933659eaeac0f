import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pages } from './pages.ts';

const records = pages.filter(({ file }) => file.startsWith('docs/adr/'));
const numberOf = (file: string) => path.basename(file).slice(0, 3);

/** Half a printed page. */
const maxCharacters = 4000;

test('have a number each, from 001 on', () => {
  const numbers = records.map(({ file }) => numberOf(file));
  expect(numbers[0]).toBe('001');
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) expect(number).toMatch(/^\d{3}$/);
});

describe.each(records)('$file', ({ file, text }) => {
  test('has a title with its number, and a status', () => {
    const [title, , status] = text.split('\n');
    expect(title).toMatch(new RegExp(`^# ${numberOf(file)} [A-Z].*[^.]$`));
    expect(status).toMatch(/^Status: (accepted, 20\d\d-(0[1-9]|1[0-2])|superseded by \d{3})$/);
  });

  test('has the three sections, none empty, on half a page', () => {
    const [, ...sections] = text.split(/^## /m);
    const titles = sections.map((section) => section.split('\n')[0]);
    expect(titles).toEqual(['Context', 'Decision', 'Consequences']);
    for (const section of sections)
      expect(section.split('\n').slice(1).join('').length).toBeGreaterThan(40);
    expect(text.length).toBeLessThan(maxCharacters);
  });

  test('names a successor that exists, if it is superseded', () => {
    const successors = Array.from(text.matchAll(/^Status: superseded by (\d{3})$/gm), ([, n]) => n);
    const numbers = records.map((record) => numberOf(record.file));
    expect(successors.filter((number) => !numbers.includes(number!))).toEqual([]);
  });
});
