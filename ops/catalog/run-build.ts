import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildCommand } from './arguments.ts';
import { servedVersions } from './delivery/served.ts';
import { removeDocuments } from './destination/bucket-documents.ts';
import { buildStatus, type Installation, openInstallation, startBuild } from './environment.ts';

const POLL_MS = 1000;

/** Builds a catalogue's index from the environment's dataset. */
export async function runBuild({ catalog, environment }: BuildCommand): Promise<void> {
  await startAndAwaitBuild(await openInstallation(environment), catalog, {}, () => {});
}

/** What a load knows of its build. */
interface KnownBuild {
  buildId?: string;
  /** Version of the patent documents that were loaded. */
  documentsVersion?: string;
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
  started: (build: KnownBuild) => void,
): Promise<void> {
  const knownStatus = known.buildId && (await buildStatus(installation, known.buildId));
  let { buildId, replacedDocuments } = known;
  if (!buildId || (knownStatus !== 'RUNNING' && knownStatus !== 'SUCCEEDED')) {
    const build = await startBuild(installation, catalog, known.documentsVersion);
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
  if (replacedDocuments && replacedDocuments !== known.documentsVersion) {
    for (const version of await versionsBelow(installation, replacedDocuments)) {
      await removeDocuments(installation, version);
    }
  }
}

/** A version with those that it extends: deliveries from the newest on, then the loaded one. */
async function versionsBelow(installation: Installation, version: string): Promise<string[]> {
  const versions = servedVersions(installation);
  const found = [version];
  for (;;) {
    const { previous } = await versions.note(found.at(-1)!);
    if (!previous || found.includes(previous)) return found;
    found.push(previous);
  }
}
