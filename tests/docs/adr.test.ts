import path from 'node:path';
import { expect, test } from 'vitest';
import { pages } from './pages.ts';

const records = pages.filter(({ file }) => file.startsWith('docs/adr/'));
const numberOf = (file: string) => path.basename(file).slice(0, 3);
const existing = `(${records.map(({ file }) => numberOf(file)).join('|')})`;

/** Half a printed page. */
const maxCharacters = 4000;

test('have a number each, from 001 on', () => {
  const numbers = records.map(({ file }) => numberOf(file));
  expect(numbers[0]).toBe('001');
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) expect(number).toMatch(/^\d{3}$/);
});

test('have a title with their number, a status, and the three sections on half a page', () => {
  for (const { file, text } of records) {
    const [title, , status] = text.split('\n');
    expect.soft(title).toMatch(new RegExp(`^# ${numberOf(file)} [A-Z].*[^.]$`));
    const date = String.raw`accepted, 20\d\d-(0[1-9]|1[0-2])`;
    expect.soft(status, file).toMatch(new RegExp(`^Status: (${date}|superseded by ${existing})$`));
    const [, ...sections] = text.split(/^## /m);
    const titles = sections.map((section) => section.split('\n')[0]);
    expect.soft(titles, file).toEqual(['Context', 'Decision', 'Consequences']);
    const shortest = Math.min(...sections.map((one) => one.split('\n').slice(1).join('').length));
    expect.soft(shortest, file).toBeGreaterThan(40);
    expect.soft(text.length, file).toBeLessThan(maxCharacters);
  }
});
