import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { getOrganization } from '#functions/people/index.ts';
import {
  dayOf,
  keyHolder,
  logKeySearch,
  queriesTaken,
  queryPublishedIndex,
  usedToday,
} from '#functions/search/index.ts';
import { searchExports } from '#shared/contract/search-exports.ts';
import { limits } from '#shared/limits.ts';
import { enqueueExport } from '../export-queue.ts';
import { exportSettings } from '../export-settings.ts';
import { putExportedSearch, removeExportedSearch } from '../exports-bucket.ts';
import { planExport } from '../read-rows.ts';
import { putSearchExport } from '../search-exports.ts';
import { toSearchExport } from '../to-search-export.ts';

export const handler = lambda(
  searchExports,
  'create-search-export',
  keyHolder,
  ({ params: { index_id }, body, now, fail, ...call }) => {
    const { conceptFeaturesString: text = '', ...options } = body.request;
    const search = { text, ...options };
    const { orgId, userId, authUserId } = call.principal;
    const create = async () => {
      const { total, ranked } = await queryPublishedIndex(index_id, (index) =>
        planExport(index, search),
      );
      // Nothing is written for a call that is refused.
      await call.usage;
      await requireAttempt('search_export', orgId, now);
      const wanted = Math.min(total, limits.exportRowsMax);
      // The call itself was the first.
      const taken = Math.max(0, Math.ceil(wanted / limits.searchMaxItems) - 1);
      const organization = await getOrganization(orgId);
      if (!organization) throw fail('InvalidApiKey');
      const { per_day, left } = usedToday(organization, now);
      const begun = { org_id: orgId, export_id: newId('exp') };
      await putExportedSearch(begun, search);
      // Comes if this call is cut short after the record is stored, or a worker later.
      await enqueueExport(begun, exportSettings.takeUpSeconds);
      const record = await putSearchExport(
        {
          ...begun,
          index_id,
          ...(userId && { user_id: userId }),
          ...(authUserId && { auth_user_id: authUserId }),
          format: body.format,
          ranked,
          total,
          wanted,
          taken,
          day: dayOf(now),
          created_at: now.toISOString(),
        },
        taken > 0 ? [queriesTaken(orgId, taken, per_day, now)] : [],
      );
      if (!record) {
        await removeExportedSearch(begun);
        throw fail(
          'QuotaExceeded',
          `This takes ${taken} more searches, and your organization has ${left} left today. There are new ones after midnight UTC.`,
        );
      }
      await enqueueExport(begun);
      return { answer: await toSearchExport(record), results: total };
    };
    const { syntax, filters } = options;
    return logKeySearch(call, text, create, { isPart: true, syntax, filters });
  },
);
