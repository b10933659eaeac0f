import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import {
  partCountOf,
  partLimits,
  partRange,
  partSizeOf,
  requestedPartBytes,
} from './upload-parts.ts';

const fileBytes = fc.oneof(
  fc.integer({ min: 1, max: 10 * requestedPartBytes.max }),
  fc.integer({ min: 1, max: limits.cliUploadMaxBytes }),
  fc.constantFrom(limits.cliUploadMaxBytes, 5e12, 9500 * requestedPartBytes.max + 1),
);
const wanted = fc.option(fc.integer(requestedPartBytes), { nil: undefined });

test('parts of any file up to 5 TB are what S3 takes, and together they are the file', () => {
  fc.assert(
    fc.property(fileBytes, wanted, (size, wantedBytes) => {
      const partBytes = partSizeOf(size, wantedBytes);
      const count = partCountOf(size, partBytes);
      expect(count).toBeLessThanOrEqual(partLimits.count);
      expect(partBytes).toBeGreaterThanOrEqual(partLimits.minBytes);
      expect(partBytes).toBeLessThanOrEqual(partLimits.maxBytes);
      let end = 0;
      for (let number = 1; number <= count; number++) {
        const { start, sizeBytes } = partRange(size, partBytes, number);
        if (start !== end) throw new Error(`part ${number} begins at ${start}, not at ${end}`);
        if (number < count && sizeBytes !== partBytes) throw new Error(`part ${number} is short`);
        end += sizeBytes;
      }
      expect(end).toBe(size);
      expect(partRange(size, partBytes, count).sizeBytes).toBeGreaterThan(0);
    }),
  );
});

test('5 TB go in fewer than 9,501 parts of 579 MB', () => {
  const partBytes = partSizeOf(limits.cliUploadMaxBytes);
  expect(partBytes).toBe(578_690_331);
  expect(partCountOf(limits.cliUploadMaxBytes, partBytes)).toBe(9500);
});

test('parts are 64 MiB where that is enough', () => {
  expect(partSizeOf(3_000_000_000)).toBe(64 * 1024 ** 2);
});
