import { expect, test } from 'vitest';
import { columnLabel, columnLabels } from '#shared/column-label.ts';
import { readableTitle } from './readable-title.ts';

test.each([
  ['Control Of An Aircraft By Gps', 'Control of an Aircraft by GPS'],
  ['The Cover Of A Hive: A Treatise On Vitamin A', 'The Cover of a Hive: A Treatise on Vitamin A'],
  ['Hive with a floor Of mesh', 'Hive with a floor Of mesh'],
  ['Launching A Drone From A Rail', 'Launching a Drone from a Rail'],
  ['Cooperative Swarm', 'Cooperative Swarm'],
  ['HIVE WITH A FLOOR', 'HIVE WITH A FLOOR'],
  ['Über Die Bienen', 'Über Die Bienen'],
])('%s is shown as %s', (title, shown) => {
  expect(readableTitle(title)).toBe(shown);
  expect(readableTitle(title)).toHaveLength(title.length);
});

test.each([
  ['priority_date', 'Priority date'],
  ['Date Of Birth', 'Date of birth'],
  ['gpsPosition', 'GPS position'],
  ['image_url', 'Image URL'],
  ['family_id', 'Family ID'],
  ['NATO', 'NATO'],
  ['ucid', 'Number'],
  ['conceptScore', 'Score'],
])('the column %s is called %s', (name, label) => {
  expect(columnLabel(name)).toBe(label);
});

test('columns of a table that would have the same label keep their names', () => {
  const names = ['grant_date', 'grantDate', 'owner_name'];
  expect(columnLabels(names)).toEqual(['grant_date', 'grantDate', 'Owner name']);
});
