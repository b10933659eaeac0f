import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { getIndex } from '#functions/indexes/index.ts';
import { getOrganization } from '#functions/people/index.ts';
import {
  type ApiKeyPrincipal,
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
import { hashOf, hashOfScope } from '../export-scope.ts';
import { exportSettings } from '../export-settings.ts';
import { putExportedSearch, removeExportedSearch } from '../exports-bucket.ts';
import { columnsLeftOut, planExport } from '../read-rows.ts';
import { getSearchExport, putSearchExport } from '../search-exports.ts';
import { giveBackToBudgets, takeOfBudgets } from '../take-of-budgets.ts';
import { toSearchExport } from '../to-search-export.ts';

export const handler = lambda(
  searchExports,
  'create-search-export',
  keyHolder,
  ({ params: { index_id }, body, now, idempotencyKey, fail, ...call }) => {
    const { conceptFeaturesString: text = '', ...options } = body.request;
    const { orgId, userId, authUserId, scope } = call.principal;
    const search = { text, ...options, scope };
    const request_hash = hashOf([index_id, userId, body]);
    const export_id =
      idempotencyKey === undefined ? newId('exp') : idOf(call.principal, idempotencyKey);
    const ref = { org_id: orgId, export_id };

    /** The export that an earlier call with this `Idempotency-Key` began. */
    const earlier = async () => {
      const record = idempotencyKey && (await getSearchExport(orgId, export_id));
      if (!record) return undefined;
      if (record.request_hash !== request_hash) throw fail('IdempotencyKeyUsed');
      return { answer: await toSearchExport(record), results: record.total };
    };

    const begin = async () => {
      const { total, ranked, vector, leftOut } = await queryPublishedIndex(
        call.principal,
        async (index) => {
          const plan = await planExport(index, search, call.usage);
          // A workbook is for people.
          const record = body.format === 'xlsx' && !search.fields && (await getIndex(index_id));
          const leftOut = record ? await columnsLeftOut(index, record, plan, search) : [];
          return { ...plan, leftOut };
        },
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
      await takeOfBudgets(call.principal, taken, now);
      await putExportedSearch(ref, { ...search, vector, leftOut });
      // Comes if this call is cut short after the record is stored, or a worker later.
      await enqueueExport(ref, exportSettings.takeUpSeconds);
      const stored = await putSearchExport(
        {
          ...ref,
          index_id,
          ...(userId && { user_id: userId }),
          ...(authUserId && { auth_user_id: authUserId }),
          ...(scope && { scope_hash: hashOfScope(scope) }),
          request_hash,
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
      if (typeof stored === 'string') await giveBackToBudgets(call.principal, taken, now);
      if (stored === 'exists') return earlier();
      if (stored === 'no quota') {
        await removeExportedSearch(ref);
        throw fail(
          'QuotaExceeded',
          `This takes ${taken} more searches, and your organization has ${left} left today. There are new ones after midnight UTC.`,
        );
      }
      await enqueueExport(ref);
      return { answer: await toSearchExport(stored), results: total };
    };

    const create = async () => {
      const answered = (await earlier()) ?? (await begin());
      // It was deleted between two looks.
      if (!answered) throw fail('Busy');
      return answered;
    };
    const { syntax, filters } = options;
    return logKeySearch(call, text, create, { isPart: true, syntax, filters });
  },
);

/** The same for the same key of the same caller: an API key of the index, or the person on a page. */
const idOf = ({ orgId, indexId, userId, scope }: ApiKeyPrincipal, idempotencyKey: string) =>
  `exp_${hashOf([orgId, indexId, userId, idempotencyKey, ...(scope ? [scope] : [])]).slice(0, 32)}`;
