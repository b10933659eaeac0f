import { AwsError } from '#local/aws/service.ts';

/**
 * The bytes that a `Range` header asks for, both ends inclusive; undefined for all of them: without
 * a header, with several ranges (S3 does not serve them) or one that is not well-formed.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const last = sizeBytes - 1;
  const [start, end] =
    match[1] === ''
      ? [Math.max(sizeBytes - Number(match[2]), 0), match[2] === '0' ? -1 : last]
      : [Number(match[1]), match[2] === '' ? last : Math.min(Number(match[2]), last)];
  if (match[1] !== '' && match[2] !== '' && Number(match[2]) < Number(match[1])) return undefined;
  if (start > last || end < start) {
    throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416, {
      RangeRequested: header,
      ActualObjectSize: sizeBytes,
    });
  }
  return { start, end };
}
