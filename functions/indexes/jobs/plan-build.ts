import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { setting } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import * as engine from '#engine';
import { datasetSource, findDataset } from '#functions/datasets/index.ts';
import { buildFiles } from '../build-files.ts';
import { reportProgress } from '../build-progress.ts';
import { requireTurn } from '../build-turn.ts';
import { givenTo } from '../changes-store.ts';
import { DatasetGoneError, guardDataset } from '../dataset-gone-error.ts';
import { installedEmbedder } from '../embedder/embed-texts.ts';
import { estimateBuild } from '../estimate-build.ts';
import {
  type BuildPlacement,
  type BuildRef,
  catalogOwner,
  type IndexRecord,
  setPiece,
  setPlanned,
  setStage,
  sourceOf,
} from '../indexes.ts';
import { buildFolder, folderOf, putObject } from '../indexes-bucket.ts';
import {
  convertDataset,
  normalizeDataset,
  normalizedDataset,
  normalizedSource,
  partsOf,
  writeChangedDataset,
} from '../normalize-dataset.ts';
import {
  type BuildPlan,
  buildPlan,
  datasetVersion,
  readJson,
  requireBuild,
} from '../open-build.ts';
import { clusterProcessors, IndexTooLargeError, servingPlace } from '../place-index.ts';
import { planSizes, rangeBytesOf } from '../plan-sizes.ts';
import { cutDataset, type PlannedParts, scansOf } from '../planned-parts.ts';

/**
 * First step: checks the dataset and cuts it into ranges of whole rows, one segment each. A dataset that is too large for
 * one function is cut into parts instead: `scan-part` reads each, then this step runs again and joins what was found.
 *
 * @throws NotYourTurnError before it begins, while as many older builds of the organization run as may run at once
 */
export async function handler({ index_id, build_id }: BuildRef) {
  const build = { index_id, build_id };
  const record = await requireBuild(build);
  if (record.build.stage === 'queued') await requireTurn(record);
  await setStage(build, 'planning');
  const planKey = buildFolder(record) + buildFiles.plan;
  const planned = (await readJson(planKey, buildPlan)) ?? (await plan(build, record, planKey));
  if ('parts' in planned) return { ...build, parts: [...planned.parts.keys()] };
  const placement = placementOf(planned);
  await setPlanned(build, planned.plan.recordCount, placement);
  const { recordCount: rows, sizeBytes } = planned.plan;
  const processors = placement === 'cluster' ? clusterProcessors() : 0;
  const estimate = estimateBuild(sizeBytes, Number(setting('SEGMENTS_AT_ONCE')), processors);
  logger.info('build planned', { ...build, rows, sizeBytes, placement, estimate });
  const segments = [...planned.plan.ranges.keys()];
  return placement === 'cluster' ? { ...build, segments, loads: segments } : { ...build, segments };
}

const onCluster =
  'An index of this size is searched on a cluster, which does not search columns of vectors yet. Ignore the column of vectors, or build several indexes from parts of the rows.';

/**
 * @throws IndexTooLargeError if the index can be served nowhere, before it is built
 * @throws DatasetError `vectors_on_cluster`
 */
function placementOf({ plan, terms, codeBytes }: BuildPlan): BuildPlacement {
  const { recordCount: rows, sizeBytes: textBytes, ranges, schema } = plan;
  const segments = ranges.length;
  const columns = engine.columnsOf(schema.columns);
  const size = { rows, textBytes, segments, terms, codeBytes, ...columns };
  const place = servingPlace(size);
  if (place === 'nowhere') throw new IndexTooLargeError(size);
  if (place === 'cluster' && columns.dimensions)
    throw new engine.DatasetError('vectors_on_cluster', onCluster);
  return place;
}

/** How changed datasets are written, whatever the customer's file is like. */
const writtenAs = { header: true, delimiter: ',', skip: 0 } as const;

const servingPlan = z.object({ dataset: datasetVersion, normalized: normalizedDataset.optional() });

/**
 * The dataset of the serving version, if rows were changed in it that the customer's file does not have, and the file is still the
 * same. It is already read as the customer wants.
 */
async function changedBefore(
  record: IndexRecord,
  { key, eTag }: z.infer<typeof datasetVersion>,
): Promise<
  { source: engine.ByteSource; types: engine.RecordsForm['types'] | undefined } | undefined
> {
  const { manifest_key: manifestKey, reading } = record;
  if (!manifestKey || record.org_id === catalogOwner) return undefined;
  const folder = folderOf(manifestKey);
  const { dataset, normalized } = (await readJson(folder + buildFiles.plan, servingPlan)) ?? {};
  const isSame =
    dataset?.key === key &&
    dataset.eTag === eTag &&
    isDeepStrictEqual(reading, sourceOf(record).reading);
  if (!isSame || !normalized?.isChanged) return undefined;
  return { source: normalizedSource(folder, normalized), types: normalized.types };
}

/** In a smaller dataset, no words are so many that they do not fit. */
const minBytesForTerms = 16 * 2 ** 20;

async function plan(
  build: BuildRef,
  record: IndexRecord,
  planKey: string,
): Promise<BuildPlan | PlannedParts> {
  const { dataset_key, columns_role, chosen_types = {}, reading } = sourceOf(record);
  const file = await findDataset(record.org_id, dataset_key);
  if (!file) throw new DatasetGoneError();
  const folder = folderOf(planKey);
  const dataset = { key: dataset_key, sizeBytes: file.sizeBytes, eTag: file.eTag };
  const source = guardDataset(datasetSource(dataset_key, file));
  const columnsWith = (types: engine.RecordsForm['types'] = {}) =>
    Object.entries(columns_role).map(([name, role]) => ({
      name,
      role,
      type: Object.hasOwn(chosen_types, name) ? chosen_types[name] : undefined,
      stated: Object.hasOwn(types, name) ? types[name] : undefined,
    }));
  const planAs = (
    from: engine.ByteSource,
    as: engine.Reading | undefined = reading,
    types = as?.form?.types,
  ) =>
    engine.plan(from, columnsWith(types), {
      reading: as,
      rangeBytes: rangeBytesOf(from.sizeBytes),
      onBytes: reportProgress(1, (bytes: number) => setPiece(build, 0, { bytes })),
    });
  const planOther = async (encoding: engine.Encoding) => {
    const normalized = await normalizeDataset(folder, source, encoding);
    return { normalized, plan: await planAs(normalizedSource(folder, normalized)) };
  };
  const planPacked = async (
    packed: engine.PackedFile,
    encoding = reading?.encoding,
  ): Promise<Omit<BuildPlan, 'dataset'>> => {
    const normalized = await convertDataset(folder, packed, encoding);
    const text = normalizedSource(folder, normalized);
    const plan = await planAs(text, { ...reading, form: normalized.form });
    const { notUtf8At } = plan;
    if (notUtf8At === undefined || encoding || normalized.form) return { normalized, plan };
    const found = await engine.detectEncoding(text, [notUtf8At]);
    return found === 'utf-8' ? { normalized, plan } : planPacked(packed, found);
  };
  const checked = async (plan: engine.DatasetPlan) => {
    if (plan.notUtf8At === undefined || reading?.encoding) return { plan };
    // What was looked at was ASCII; this is where it is not.
    const encoding = await engine.detectEncoding(source, [plan.notUtf8At]);
    return encoding === 'utf-8' ? { plan } : planOther(encoding);
  };
  const before = await changedBefore(record, dataset);
  const packed = before ? undefined : await engine.openFile(source);
  const isText = !before && !packed;
  const encodingOf = async () => reading?.encoding ?? (await engine.detectEncoding(source));
  const encoding = isText ? await encodingOf() : 'utf-8';
  let planned: Omit<BuildPlan, 'dataset'>;
  if (before) planned = { plan: await planAs(before.source, writtenAs, before.types) };
  else if (packed) planned = await planPacked(packed);
  else if (encoding !== 'utf-8') planned = await planOther(encoding);
  else if (dataset.sizeBytes <= planSizes.wholeBytes) planned = await checked(await planAs(source));
  else {
    const cut = await cutDataset(folder, dataset, reading);
    const scans = await scansOf(folder, cut);
    if (!scans) return cut;
    planned = await checked(await engine.joinParts(source, columnsWith(), scans, { reading }));
  }
  const given = await givenTo(record);
  if (given || before) {
    const { normalized, plan } = planned;
    const from = before?.source ?? (normalized ? normalizedSource(folder, normalized) : source);
    const chunks = given ? engine.changedCsv(from, plan, given) : partsOf(from);
    const types = before?.types ?? normalized?.form?.types;
    const changed = await writeChangedDataset(folder, chunks, types);
    const batches = given?.batches;
    planned = {
      normalized: changed,
      plan: given ? await planAs(normalizedSource(folder, changed), writtenAs, types) : plan,
      batches,
    };
  }
  const { normalized, plan: found } = planned;
  const text = normalized ? normalizedSource(folder, normalized) : source;
  const isLarge = found.sizeBytes >= minBytesForTerms;
  const terms = isLarge ? await engine.estimateTerms(text, found) : undefined;
  const codeBytes = isLarge ? await engine.estimateCodes(text, found) : undefined;
  const embedder = sourceOf(record).embed ? installedEmbedder() : undefined;
  const schema = embedder ? engine.withEmbedding(found.schema, embedder.dimensions) : found.schema;
  const stored: BuildPlan = {
    dataset,
    ...planned,
    plan: { ...found, schema },
    terms,
    codeBytes,
  };
  await putObject(planKey, JSON.stringify(stored));
  return stored;
}
