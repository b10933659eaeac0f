import type { ReportShare } from '#shared/contract/report-lists.ts';
import type { ShareRecord } from './report-shares.ts';

/** A link as members see it. @param nameOf name of who made it */
export const toReportShare = (
  { share_hash, audience, marks, by_id, at, ends_at, revoked_at }: ShareRecord,
  nameOf: (userId: string) => string,
): ReportShare => ({
  share_id: share_hash,
  audience,
  marks,
  by: nameOf(by_id),
  at,
  ends_at,
  revoked_at,
});
