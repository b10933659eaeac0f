/** Finds Java and fetches OpenSearch: what starting nodes on this machine needs. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The oldest Java that OpenSearch 3 runs on. */
const OLDEST_JAVA = 21;
const SYSTEM_JAVAS = '/usr/lib/jvm';
const pom = path.join(import.meta.dirname, 'pom.xml');

/** Where servers and the data of nodes lie. */
export const serversFolder = path.join(import.meta.dirname, '../../../.local/opensearch');

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

/** OpenSearch refuses to run as root and then runs as `nobody`, who must get at its folder. */
function checkFolder(folder: string): void {
  if (process.getuid?.() !== 0) return;
  for (let parent = path.dirname(folder); parent !== '/'; parent = path.dirname(parent)) {
    if (existsSync(parent) && !(statSync(parent).mode & 0o001)) {
      throw new MissingToolError(
        `OpenSearch does not run as root, and other users cannot open ${parent}. Use a folder that they can open.`,
      );
    }
  }
}

/**
 * Finds the server that was fetched, and Java; undefined if it was not fetched.
 * @throws MissingToolError if Java is missing, or the folder cannot be used
 */
export function findServer(folder: string): Installation | undefined {
  const version = /<version.server>(.+)<\/version.server>/.exec(readFileSync(pom, 'utf8'))![1]!;
  const serverHome = path.join(folder, `opensearch-${version}`);
  // The plugin comes last, so that it tells whether everything is there.
  const last = path.join(serverHome, 'plugins/opensearch-knn/plugin-descriptor.properties');
  checkFolder(folder);
  const javaHome = findJava();
  return existsSync(last) ? { javaHome, serverHome } : undefined;
}

/**
 * Finds Java, and fetches the server with Maven if it is not in the folder yet (160 MB).
 * @throws MissingToolError if Java or Maven is missing, the folder cannot be used, or the server cannot be fetched
 */
export function installServer(folder: string): Installation {
  const found = findServer(folder);
  if (found) return found;
  console.log('Fetching OpenSearch with Maven …');
  const args = ['-B', '-q', '-f', pom, `-Dtarget=${folder}`, 'generate-resources'];
  const { error, status } = spawnSync('mvn', args, { stdio: 'inherit' });
  if (error) throw new MissingToolError('OpenSearch is fetched with Maven: install it (mvn).');
  const fetched = findServer(folder);
  if (status === 0 && fetched) return fetched;
  throw new MissingToolError(`OpenSearch could not be fetched: Maven ended with ${status}.`);
}
