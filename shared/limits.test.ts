import { expect, test } from 'vitest';
import { formatBytes } from './limits.ts';

test('sizes have decimal units and two decimals; bytes have none', () => {
  const sizes = [0, 999, 1000, 1234, 999_999, 18.9e9, 860e9, 1.1e12, 5 * 1024 ** 4, 2e18];
  expect(sizes.map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.00 kB',
    '1.23 kB',
    '1.00 MB',
    '18.90 GB',
    '860.00 GB',
    '1.10 TB',
    '5.50 TB',
    '2000.00 PB',
  ]);
});
