import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildCommand } from './arguments.ts';
import { buildStatus, type Installation, openInstallation, startBuild } from './environment.ts';

const POLL_MS = 1000;

/** Builds a catalogue's index from the dataset that is in its place. */
export async function runBuild({ catalog, environment }: BuildCommand): Promise<void> {
  await startAndAwaitBuild(await openInstallation(environment), catalog, undefined, () => {});
}

/**
 * Starts a build, unless one is known that has not failed, and waits for its end.
 * @throws Error when it fails
 */
export async function startAndAwaitBuild(
  installation: Installation,
  catalog: string,
  known: string | undefined,
  started: (buildId: string) => void,
): Promise<void> {
  const knownStatus = known && (await buildStatus(installation, known));
  const goesOn = knownStatus === 'RUNNING' || knownStatus === 'SUCCEEDED';
  const buildId = known && goesOn ? known : await startBuild(installation, catalog);
  started(buildId);
  console.error(`The index is being built (${buildId}); it goes on without this command.`);
  for (;;) {
    const status = await buildStatus(installation, buildId);
    if (status === 'SUCCEEDED') break;
    if (status !== 'RUNNING') {
      throw new Error(
        `The build ${buildId} has ended as ${status}: the page /data-catalog/${catalog} says why. What served before still serves. Try again: npm run catalog -- build ${catalog} --env ${installation.environment}`,
      );
    }
    await sleep(POLL_MS);
  }
  console.log(`${catalog} serves the new dataset.`);
}
