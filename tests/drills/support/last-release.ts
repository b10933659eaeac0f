import { spawnSync } from 'node:child_process';
import { projectRoot } from '#local/build/steps.ts';

/** The last release, and its commit for clones without tags. */
const release = { tag: 'v0.1.0', commit: '71f3ba7c' } as const;

const commitOf = (name: string): string | undefined => {
  const { status, stdout } = spawnSync(
    'git',
    ['rev-parse', '--verify', '--quiet', `${name}^{commit}`],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : undefined;
};

/**
 * The commit from which an upgrade is practised: `UPGRADE_FROM`, else that of the last release, by its tag or by its hash. Throws
 * if this clone has neither, as one without history.
 */
export function formerCommit(): string {
  const { UPGRADE_FROM } = process.env;
  const names = UPGRADE_FROM ? [UPGRADE_FROM] : [release.tag, release.commit];
  const commit = names.map(commitOf).find((found) => found !== undefined);
  if (commit) return commit;
  throw new Error(`This clone has no ${names.join(' and no ')}: fetch its history and its tags.`);
}
