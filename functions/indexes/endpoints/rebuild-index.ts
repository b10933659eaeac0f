import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingSubscriber } from '#functions/billing/index.ts';
import { fileNameOf, findOwnFile } from '#functions/datasets/index.ts';
import { requireOwnOrganization, requireSelf } from '#functions/people/index.ts';
import { keptRoles } from '#shared/column-roles.ts';
import { keptUses } from '#shared/column-uses.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { columnRolesError } from '#shared/validation.ts';
import { requireEmbedder } from '../embedder/require-embedder.ts';
import { findIndexByName, getIndex, putRebuild, StaleBuildError, sourceOf } from '../indexes.ts';
import { startRecordedBuild } from '../start-recorded-build.ts';
import { toIndex } from '../to-index.ts';

export const handler = lambda(
  indexes,
  'rebuild-index',
  managingSubscriber,
  async ({ body, principal, now, fail }) => {
    const { orgId, user } = principal;
    requireOwnOrganization(principal, body.orgId);
    requireSelf(principal, { authUserId: body.userId, email: body.email });
    const indexId = body.index_id ?? (body.name && (await findIndexByName(orgId, body.name)));
    const record = indexId && (await getIndex(indexId));
    if (!record || record.org_id !== orgId) throw fail('IndexNotFound');
    // A name beside an id is a check: no build starts for another index than the one that is meant.
    const isMeant =
      body.name === undefined || body.name.toLowerCase() === record.name.toLowerCase();
    if (!isMeant) throw fail('IndexNotFound');
    // A failed rebuild is repeated with its own options. A new rebuild takes the options of the request.
    const last = sourceOf(record);
    const datasetKey = body.dataset?.value ?? last.dataset_key;
    if (!datasetKey) throw fail('DatasetNotChosen');
    const columns_role = body.columnsRole ?? last.columns_role;
    const problem = columnRolesError(columns_role);
    if (problem) throw fail(problem);
    requireEmbedder(body.embed);
    const file = await findOwnFile(orgId, datasetKey);
    if (!file) throw fail('DatasetNotFound');
    await requireAttempt('build', orgId, now);

    const build_id = newId('bld');
    const source = {
      dataset_key: datasetKey,
      dataset_size: file.sizeBytes,
      columns_role: keptRoles(columns_role),
      columns_data: body.columnsData ?? last.columns_data,
      chosen_types: body.columnsType ?? last.chosen_types,
      columns_use: keptUses(columns_role, body.columnsUse ?? last.columns_use),
      embed: body.embed ?? last.embed,
      vector_weight:
        body.vectorWeight === undefined ? last.vector_weight : (body.vectorWeight ?? undefined),
      reading: body.reading ?? last.reading,
    };
    const event = {
      action: 'index.rebuild-started',
      object: { id: record.item_id, name: record.name },
      details: { dataset: fileNameOf(datasetKey) },
    } as const;
    const rebuild = { build_id, notify_email: user.email, source };
    try {
      await putRebuild(record, rebuild, [auditEntry(principal, event, now)], now);
    } catch (error) {
      if (error instanceof StaleBuildError) throw fail('IndexBuilding');
      throw error;
    }
    await startRecordedBuild({ index_id: record.item_id, build_id });
    return toIndex((await getIndex(record.item_id))!);
  },
);
