/**
 * `node tests/tools/audit.ts`: fails for known weaknesses of packages that are deployed or published, from `npm audit`. What
 * does not concern us is recorded below, with its reason, until a day.
 */
import { spawnSync } from 'node:child_process';
import { type Exception, openAdvisories } from './audit/open-advisories.ts';

const exceptions: readonly Exception[] = [];

const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
});
const { problems, advisories } = openAdvisories(JSON.parse(stdout), exceptions, new Date());
for (const problem of problems) console.error(problem);
console.log(`${advisories} advisories, ${problems.length} to act on`);
process.exitCode = problems.length > 0 ? 1 : 0;
