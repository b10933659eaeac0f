import { describe, expect, it } from 'vitest';
import { progressLine } from './progress.ts';

const counts = { rows: 1_204_338, rejects: 3, skipped: 20, cut: 0, documents: 0 };

describe('progressLine', () => {
  it('shows percentage, rows, rejects, speed and remaining time', () => {
    const pace = { consumedBytes: 12.9e9, totalBytes: 100e9, bytesPerSecond: 20e6 };
    expect(progressLine(counts, pace)).toBe(
      '12 %  1,204,338 rows  3 rejects  20.0 MB/s  01:12:35 left',
    );
  });

  it('shows no remaining time while nothing is read', () => {
    const pace = { consumedBytes: 0, totalBytes: 100, bytesPerSecond: 0 };
    expect(progressLine(counts, pace)).toBe('0 %  1,204,338 rows  3 rejects  0.0 MB/s');
  });

  it('shows at most 100 % when more is read than the files should hold', () => {
    const pace = { consumedBytes: 101, totalBytes: 100, bytesPerSecond: 10 };
    expect(progressLine(counts, pace)).toMatch(/^100 % .* 00:00:00 left$/);
  });
});
