import { lambda } from '#core/request/lambda.ts';
import { once } from '#core/request/once.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingSubscriber } from '#functions/billing/index.ts';
import { fileNameOf, findOwnFile } from '#functions/datasets/index.ts';
import { requireOwnOrganization, requireSelf } from '#functions/people/index.ts';
import { isCatalogName } from '#shared/catalogs.ts';
import { keptRoles } from '#shared/column-roles.ts';
import { keptUses } from '#shared/column-uses.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { columnRolesError, indexNameError } from '#shared/validation.ts';
import { requireEmbedder } from '../embedder/require-embedder.ts';
import { prepareApiKey } from '../index-keys.ts';
import { type IndexRecord, newBuild, putNewIndex } from '../indexes.ts';
import { startRecordedBuild } from '../start-recorded-build.ts';
import { toIndex } from '../to-index.ts';

export const handler = lambda(
  indexes,
  'create-index',
  managingSubscriber,
  once('create-index', async ({ body, principal, now, fail }) => {
    const { orgId, user } = principal;
    requireOwnOrganization(principal, body.orgId);
    requireSelf(principal, { authUserId: body.userId, email: body.email });
    const problem = indexNameError(body.name) ?? columnRolesError(body.columnsRole);
    if (problem) throw fail(problem);
    if (isCatalogName(body.name)) throw fail('IndexNameTaken');
    const datasetKey = body.dataset.value;
    if (!datasetKey) throw fail('DatasetNotChosen');
    requireEmbedder(body.embed);
    const file = await findOwnFile(orgId, datasetKey);
    if (!file) throw fail('DatasetNotFound');
    await requireAttempt('build', orgId, now);

    const createdAt = now.toISOString();
    const record: IndexRecord = {
      item_id: newId('idx'),
      org_id: orgId,
      name: body.name,
      author: user.full_name,
      author_id: user.item_id,
      notify_email: user.email,
      created_at: createdAt,
      modified_at: createdAt,
      dataset_key: datasetKey,
      // The client's size is not trusted: the stored size is that of the bucket.
      dataset_size: file.sizeBytes,
      columns_role: keptRoles(body.columnsRole),
      columns_data: body.columnsData,
      chosen_types: body.columnsType,
      columns_use: keptUses(body.columnsRole, body.columnsUse),
      embed: body.embed,
      vector_weight: body.vectorWeight,
      reading: body.reading,
      build_id: newId('bld'),
      build_started_at: createdAt,
      build: newBuild,
      rows: 0,
      rejects: 0,
    };
    const { writes } = await prepareApiKey(principal, { orgId, indexId: record.item_id }, now);
    const event = {
      action: 'index.created',
      object: { id: record.item_id, name: record.name },
      details: { dataset: fileNameOf(datasetKey) },
    } as const;
    const isNew = await putNewIndex(record, [...writes, auditEntry(principal, event, now)]);
    if (!isNew) throw fail('IndexNameTaken');
    await startRecordedBuild({ index_id: record.item_id, build_id: record.build_id });
    return toIndex(record);
  }),
);
