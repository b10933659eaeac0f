/** Finds Java and fetches OpenSearch: what starting nodes on this machine needs. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The oldest Java that OpenSearch 3 runs on. */
const OLDEST_JAVA = 21;
const SYSTEM_JAVAS = '/usr/lib/jvm';

/** Where the server lies after `installServer`. */
export interface Installation {
  /** Home of a Java of 21 or newer. */
  readonly javaHome: string;
  /** Home of the server. */
  readonly serverHome: string;
}

/** Something that is missing on this machine, said so that its owner can mend it. */
export class MissingToolError extends Error {}

/** The major version that a Java says in its file `release`; 0 if there is none. */
function javaVersion(home: string): number {
  const release = path.join(home, 'release');
  if (!existsSync(release)) return 0;
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}

function findJava(): string {
  const installed = existsSync(SYSTEM_JAVAS) ? readdirSync(SYSTEM_JAVAS) : [];
  const homes = [
    process.env.OPENSEARCH_JAVA_HOME,
    process.env.JAVA_HOME,
    ...installed.map((name) => path.join(SYSTEM_JAVAS, name)),
  ];
  const home = homes.find((one) => one && javaVersion(one) >= OLDEST_JAVA);
  if (home) return home;
  throw new MissingToolError(
    `OpenSearch needs Java ${OLDEST_JAVA} or newer. Install one, and name its folder in JAVA_HOME.`,
  );
}

/**
 * Finds Java, and fetches the server with Maven if it is not in the folder yet (160 MB).
 * @throws MissingToolError if Java or Maven is missing
 */
export function installServer(folder: string): Installation {
  const javaHome = findJava();
  const pom = path.join(import.meta.dirname, 'pom.xml');
  const version = /<version.server>(.+)<\/version.server>/.exec(readFileSync(pom, 'utf8'))![1]!;
  const serverHome = path.join(folder, `opensearch-${version}`);
  // The plugin comes last, so that it tells whether everything is there.
  if (existsSync(path.join(serverHome, 'plugins/opensearch-knn/plugin-descriptor.properties'))) {
    return { javaHome, serverHome };
  }
  console.log(`Fetching OpenSearch ${version} with Maven …`);
  const args = ['-B', '-q', '-f', pom, `-Dtarget=${folder}`, 'generate-resources'];
  const { error, status } = spawnSync('mvn', args, { stdio: 'inherit' });
  if (error) throw new MissingToolError('OpenSearch is fetched with Maven: install it (mvn).');
  if (status !== 0) throw new Error(`Maven ended with ${status}.`);
  return { javaHome, serverHome };
}
