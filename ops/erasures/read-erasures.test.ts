import { expect, test } from 'vitest';
import { readErasures } from './read-erasures.ts';

const line = (entry: object) =>
  JSON.stringify({ level: 'INFO', service: 'erase-person', ...entry });

test('each erased person is read once, in the order of the log', () => {
  const log = [
    line({ message: 'erased', account: 'a-2', user: 'usr_2', passes: 1 }),
    line({ message: 'not erased: the account was kept', user: 'usr_3' }),
    line({ message: 'erased', account: 'a-1', user: 'usr_1', org: 'org_1', passes: 6 }),
    line({ message: 'erased', account: 'a-1', user: 'usr_1', org: 'org_1', passes: 5 }),
    '',
  ].join('\n');
  expect(readErasures(log)).toEqual([
    { account: 'a-2', user: 'usr_2' },
    { account: 'a-1', user: 'usr_1', org: 'org_1' },
  ]);
});

test('a line that cannot be repeated is named, not passed over', () => {
  const log = `${line({ message: 'other' })}\n${line({ message: 'erased', user: 'usr_1' })}`;
  expect(() => readErasures(log)).toThrow('Line 2 tells of an erasure without its ids');
  expect(() => readErasures('START RequestId: 1')).toThrow('Line 1 is not JSON');
});
