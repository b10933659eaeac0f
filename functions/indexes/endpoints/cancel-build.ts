import { lambda } from '#core/request/lambda.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingMember } from '#functions/people/index.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { cancelBuild, getIndex, StaleBuildError } from '../indexes.ts';
import { buildFolder } from '../indexes-bucket.ts';
import { toIndex } from '../to-index.ts';

export const handler = lambda(
  indexes,
  'cancel-build',
  managingMember,
  async ({ body, principal, now, fail }) => {
    const record = await getIndex(body.index_id);
    if (record?.org_id !== principal.orgId) throw fail('IndexNotFound');
    if (!record.build_started_at) throw fail('IndexNotBuilding');
    const event = {
      action: 'index.build-cancelled',
      object: { id: record.item_id, name: record.name },
    } as const;
    // With another id, every later write of the build is refused.
    const cancelled = { build_id: newId('bld'), folder: buildFolder(record) };
    try {
      await cancelBuild(record, cancelled, auditEntry(principal, event, now), now);
    } catch (error) {
      if (error instanceof StaleBuildError) throw fail('IndexNotBuilding');
      throw error;
    }
    return toIndex((await getIndex(record.item_id))!);
  },
);
