import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { BuildCommand } from './arguments.ts';
import { catalogs } from './catalogs.ts';
import { applyDeliveries } from './delivery/apply-deliveries.ts';
import { deliveryKeys, versionsBelow } from './delivery/waiting.ts';
import { removeDocuments } from './destination/bucket-documents.ts';
import {
  buildStatus,
  type Installation,
  type LoadedDocuments,
  openInstallation,
  startBuild,
} from './environment.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

const POLL_MS = 1000;

/** Builds a catalogue's index from the environment's dataset and the deliveries that wait. */
export async function runBuild({ catalog, environment, folder: path }: BuildCommand) {
  const installation = await openInstallation(environment);
  const folder = openWorkFolder(path, catalog);
  try {
    if (catalogs[catalog].hasDocuments) await applyWaiting(installation, catalog, folder);
    await startAndAwaitBuild(installation, catalog, {}, () => {});
  } finally {
    folder.release();
  }
}

/** Puts the rows of deliveries that wait into the dataset. */
export async function applyWaiting(
  installation: Installation,
  catalog: string,
  folder: WorkFolder,
): Promise<void> {
  const { deliveries, removed, added, recounted } = await applyDeliveries(
    installation,
    catalog,
    `${folder.dataset}.applied`,
  );
  if (deliveries === 0) return;
  const count = (rows: number) => rows.toLocaleString('en');
  console.log(
    `The dataset has the rows of ${deliveries === 1 ? 'the delivery' : `${deliveries} deliveries`} now: ${count(removed)} replaced or withdrawn, ${count(added)} written, ${count(recounted)} cited by another number of publications.`,
  );
}

/** What a load knows of its build. */
interface KnownBuild {
  buildId?: string;
  /** Patent documents that were loaded. */
  documents?: LoadedDocuments;
  /** Version that they replace. */
  replacedDocuments?: string;
}

/**
 * Waits for the end of a build, then removes the patent documents that it replaced. Starts a new one unless the known build is running or has succeeded.
 * @throws Error if the build fails
 */
export async function startAndAwaitBuild(
  installation: Installation,
  catalog: string,
  known: KnownBuild,
  started: (build: Pick<KnownBuild, 'buildId' | 'replacedDocuments'>) => void,
): Promise<void> {
  const knownStatus = known.buildId && (await buildStatus(installation, known.buildId));
  let { buildId, replacedDocuments } = known;
  if (!buildId || (knownStatus !== 'RUNNING' && knownStatus !== 'SUCCEEDED')) {
    const build = await startBuild(installation, catalog, known.documents);
    buildId = build.buildId;
    replacedDocuments = build.replacedDocuments;
  }
  started({ buildId, replacedDocuments });
  console.error(
    `The index is being built (${buildId}). The build does not need this command to run.`,
  );
  for (;;) {
    const status = await buildStatus(installation, buildId);
    if (status === 'SUCCEEDED') break;
    if (status !== 'RUNNING') {
      throw new Error(
        `The build ${buildId} has ended as ${status}: the page /data-catalog/${catalog} says why. The previous index still serves. Try again: npm run catalog -- build ${catalog} --env ${installation.environment}`,
      );
    }
    await sleep(POLL_MS);
  }
  console.log(`${catalog} now serves the new dataset.`);
  if (replacedDocuments && replacedDocuments !== known.documents?.version) {
    await removeReplaced(installation, catalog, replacedDocuments);
  }
}

/**
 * Removes the documents that a full load has replaced, and the rows of their deliveries. The oldest first, because each delivery
 * names the one before it.
 */
async function removeReplaced(installation: Installation, catalog: string, replaced: string) {
  const versions = await versionsBelow(installation, replaced);
  const rows = await deliveryKeys(installation, catalog);
  for (const version of versions.toReversed()) {
    const Key = rows.get(version);
    const { s3, datasetsBucket: Bucket } = installation;
    if (Key) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    await removeDocuments(installation, version);
  }
}
