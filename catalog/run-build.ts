import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildCommand } from './arguments.ts';
import { buildStatus, type Installation, openInstallation, startBuild } from './environment.ts';

const POLL_MS = 1000;

/** Builds a catalogue's index from the environment's dataset. */
export async function runBuild({ catalog, environment }: BuildCommand): Promise<void> {
  await startAndAwaitBuild(await openInstallation(environment), catalog, undefined, () => {});
}

/**
 * Waits for the end of a build. Starts a new one unless the known build is running or has succeeded.
 * @throws Error if the build fails
 */
export async function startAndAwaitBuild(
  installation: Installation,
  catalog: string,
  known: string | undefined,
  started: (buildId: string) => void,
): Promise<void> {
  const knownStatus = known && (await buildStatus(installation, known));
  const isUsable = knownStatus === 'RUNNING' || knownStatus === 'SUCCEEDED';
  const buildId = known && isUsable ? known : await startBuild(installation, catalog);
  started(buildId);
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
}
