import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import { callAsHost } from '#local/aws/run-operation.ts';
import { AwsError } from '#local/aws/service.ts';
import { contentHash } from '#local/build/content-hash.ts';
import { projectRoot } from '#local/build/steps.ts';
import {
  readSamplePatents,
  sampleImagesFolder,
  samplePatentsFolder,
  sampleRows,
} from '#local/catalog/sample-patents.ts';
import type { Cloud } from '#local/cloud.ts';
import { catalogIds } from '#shared/catalogs.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import {
  documentImageKey,
  documentKey,
  linksKey,
  type VersionNote,
  versionNoteKey,
} from '#shared/patent-document-key.ts';
import { linksOf } from '#shared/patent-links.ts';
import { envName } from '#shared/resources.ts';
import { type NewObject, putObjects } from './put-object.ts';
import type { State } from './state.ts';

const pollMs = 250;

/**
 * Builds the index of each new or changed catalogue and waits for the builds. A catalogue that was loaded from other files since
 * stays. Throws if a build fails; the next start tries it again.
 */
export async function loadCatalogs(cloud: Cloud, state: State): Promise<void> {
  const load = cloud.assembly.functions.find(({ name }) => name.endsWith('-load-catalog'));
  if (!load) throw new Error('the assembly has no function to load catalogues with');
  const loads = await Promise.allSettled(
    catalogIds.map((id) => loadCatalog(id, cloud, state, load)),
  );
  const failed = loads.filter((result) => result.status === 'rejected');
  if (failed.length > 0) throw new Error(failed.map(({ reason }) => reason.message).join('; '));
}

async function loadCatalog(id: string, cloud: Cloud, state: State, load: LambdaFunction) {
  const file = `packages/local/catalog/${id}.csv`;
  // The hash includes the engine's sources, because the engine reads only indexes of its own format version.
  const sources =
    id === 'us_patents'
      ? [
          file,
          samplePatentsFolder,
          'packages/local/catalog/sample-patents.ts',
          'shared/patent-links.ts',
          'packages/engine',
        ]
      : [file, 'packages/engine'];
  const hash = await contentHash(projectRoot, sources);
  const known = state.values.catalogs[id];
  if (known?.hash === hash && known.built) return;
  if (known?.built && (await isLoadedSince(cloud, load, id, known.size))) return;
  const running = known?.hash === hash && (await buildStatus(cloud, load, known.build_id));
  const build = running === 'RUNNING' || running === 'SUCCEEDED' ? known! : await startBuild();
  const status = await buildEnd(cloud, load, build.build_id);
  if (status !== 'SUCCEEDED') throw new Error(`the catalogue ${id} could not be built (${status})`);
  build.built = true;
  await state.save();

  async function startBuild() {
    const bucket = load.environment[envName('bucket', 'Datasets')]!;
    const rows = await readFile(join(projectRoot, file));
    const dataset = { bucket, key: `data-catalog/${id}.csv`, type: 'text/csv' };
    let request: Record<string, string> = { index_id: id };
    let data: Buffer = rows;
    if (id === 'us_patents') {
      const patents = await readSamplePatents(projectRoot);
      const version = `sample-${hash.slice(0, 16)}`;
      data = Buffer.concat([rows, Buffer.from(sampleRows(patents))]);
      const documents = patents.map((patent) => documentObject(bucket, version, patent));
      const links = linkObjects(bucket, version, patents);
      const images = await imageObjects(bucket, version, patents);
      await putObjects(cloud, [{ ...dataset, data }, ...documents, ...links, ...images]);
      request = { index_id: id, documents_version: version };
    } else {
      await putObjects(cloud, [{ ...dataset, data }]);
    }
    const started = await cloud.functions.invoke(load.name, request);
    const { build_id } = started as { build_id: string };
    const entry = { hash, build_id, built: false, size: data.length };
    state.values.catalogs[id] = entry;
    await state.save();
    return entry;
  }
}

/**
 * Whether an operator has loaded other files as a catalogue since the sample: the file that it was built from has another size.
 * @param size of the sample's file; undefined if that is not known
 */
async function isLoadedSince(
  { services }: Cloud,
  load: LambdaFunction,
  id: string,
  size: number | undefined,
): Promise<boolean> {
  const answer = await callAsHost(services.dynamodb, 'GetItem', {
    TableName: load.environment[envName('table', 'Indexes')],
    Key: { pk: { S: `INDEX#${id}` }, sk: { S: 'INDEX' } },
  });
  const { Item } = answer as { Item?: { dataset_size: { N: string } } };
  return size !== undefined && Item !== undefined && Number(Item.dataset_size.N) !== size;
}

const documentObject = (bucket: string, version: string, patent: PatentDocument): NewObject => ({
  bucket,
  key: documentKey(version, patent.ucid),
  data: gzipSync(JSON.stringify(patent)),
  type: 'application/gzip',
});

/** The drawings of the patents that have some. */
const imageObjects = (bucket: string, version: string, patents: PatentDocument[]) =>
  Promise.all(
    patents.flatMap(({ ucid, drawings = [] }) =>
      drawings.map(
        async ({ stored }): Promise<NewObject> => ({
          bucket,
          key: documentImageKey(version, ucid, stored!),
          data: await readFile(join(projectRoot, sampleImagesFolder, stored!)),
          type: 'image/png',
        }),
      ),
    ),
  );

/** Who cites whom, in one file: the sample is small. */
function linkObjects(bucket: string, version: string, patents: PatentDocument[]): NewObject[] {
  const note: VersionNote = { digits: 0 };
  return [
    {
      bucket,
      key: versionNoteKey(version),
      data: Buffer.from(JSON.stringify(note)),
      type: 'application/json',
    },
    {
      bucket,
      key: linksKey(version, note, ''),
      data: gzipSync(JSON.stringify(linksOf(patents))),
      type: 'application/gzip',
    },
  ];
}

async function buildEnd(cloud: Cloud, load: LambdaFunction, buildId: string): Promise<string> {
  for (;;) {
    const status = await buildStatus(cloud, load, buildId);
    if (status !== 'RUNNING') return status;
    await sleep(pollMs, undefined, { ref: false });
  }
}

/** Status of a build's execution, which has the name of the build. */
async function buildStatus(cloud: Cloud, load: LambdaFunction, buildId: string): Promise<string> {
  const machineArn = load.environment[envName('stateMachine', 'IndexBuild')]!;
  const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${buildId}`;
  const { stepFunctions } = cloud.services;
  try {
    const answer = await callAsHost(stepFunctions, 'DescribeExecution', { executionArn });
    return (answer as { status: string }).status;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ExecutionDoesNotExist') return 'UNKNOWN';
    throw error;
  }
}
