/** Starts and stops nodes of OpenSearch on the loopback address, without authentication and TLS. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './install.ts';

/** OpenSearch refuses to run as root. This is the user `nobody`. */
const OTHER_USER = 65_534;
const TRANSPORT_OFFSET = 100;
const PATIENCE_MS = 300_000;

/** Nodes that run. */
export interface Nodes {
  /** Address of each node. */
  readonly urls: readonly string[];
  /** Ends one node at once, as a power failure would. Resolves when it is gone. */
  kill(node: number): Promise<void>;
  /** Starts a node again that was killed, with its data. */
  restart(node: number): void;
  stop(): Promise<void>;
}

export interface NodesOptions {
  readonly count: number;
  /** Folder for data and logs. */
  readonly folder: string;
  /** Port of the first node; the others follow. */
  readonly port: number;
  readonly heapMb: number;
  /**
   * Whether it shall start with little processor time, for tests: code is not optimised then, and searches take longer.
   */
  readonly startsCheaply: boolean;
}

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;

const configuration = (node: number, dir: string, { count, port }: NodesOptions) => {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return `cluster.name: antecede
node.name: node-${node}
path.data: ${dir}/data
path.logs: ${dir}/logs
network.host: 127.0.0.1
http.port: ${port + node}
transport.port: ${port + TRANSPORT_OFFSET + node}
discovery.seed_hosts: ${JSON.stringify(numbers.map((i) => `127.0.0.1:${port + TRANSPORT_OFFSET + i}`))}
cluster.initial_cluster_manager_nodes: ${JSON.stringify(numbers.map((i) => `node-${i}`))}
cluster.routing.allocation.disk.threshold_enabled: false
`;
};

const javaArguments = (home: string, dir: string, { heapMb, startsCheaply }: NodesOptions) => [
  `-Xms${heapMb}m`,
  `-Xmx${heapMb}m`,
  // Starting takes 11 s of processor time instead of 25.
  ...(startsCheaply ? ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'] : ['-XX:+UseG1GC']),
  `-Djava.io.tmpdir=${dir}/tmp`,
  '--add-modules=jdk.incubator.vector',
  '--enable-native-access=ALL-UNNAMED',
  '--add-opens=java.base/java.nio=org.apache.arrow.memory.core,ALL-UNNAMED',
  `-javaagent:${home}/agent/opensearch-agent.jar`,
  '-Dfile.encoding=UTF-8',
  '-Dlog4j2.disable.jmx=true',
  '-Djava.locale.providers=SPI,CLDR',
  '-Dio.netty.noUnsafe=true',
  '-Dio.netty.noKeySetOptimization=true',
  '-Djna.nosys=true',
  `-Dopensearch.path.home=${home}`,
  `-Dopensearch.path.conf=${dir}/config`,
  '-Dopensearch.distribution.type=zip',
  '-Dopensearch.bundled_jdk=false',
  '-cp',
  `${home}/lib/*`,
  'org.opensearch.bootstrap.OpenSearch',
];

function startNode(
  node: number,
  { javaHome, serverHome }: Installation,
  options: NodesOptions,
): ChildProcess {
  const dir = path.join(options.folder, `node-${node}`);
  const user = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  for (const name of ['', 'config', 'tmp', 'data', 'logs']) {
    mkdirSync(path.join(dir, name), { recursive: true });
    if (user.uid) chownSync(path.join(dir, name), user.uid, user.gid);
  }
  writeFileSync(path.join(dir, 'config/opensearch.yml'), configuration(node, dir, options));
  writeFileSync(path.join(dir, 'config/log4j2.properties'), LOGGING);
  const log = openSync(path.join(dir, 'output.log'), 'w');
  const args = javaArguments(serverHome, dir, options);
  return spawn(path.join(javaHome, 'bin/java'), args, {
    cwd: dir,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: dir },
    ...user,
  });
}

/** The tail of a node's output, which says why it did not start. */
const lastWords = (folder: string, node: number) =>
  readFileSync(path.join(folder, `node-${node}/output.log`), 'utf8')
    .split('\n')
    .slice(-15)
    .join('\n');

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** Whether all nodes have found each other. */
async function areTogether(url: string, count: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/_cluster/health?wait_for_nodes=${count}&timeout=1s`);
    return answer.ok;
  } catch {
    return false;
  }
}

/** Starts nodes and waits until they are one cluster. */
export async function startNodes(
  installation: Installation,
  options: NodesOptions,
): Promise<Nodes> {
  const { count, folder, port } = options;
  const start = (node: number) => startNode(node, installation, options);
  const children = Array.from({ length: count }, (_, node) => start(node));
  const urls = children.map((_, node) => `http://127.0.0.1:${port + node}`);
  const stop = async () => {
    for (const child of children) child.kill('SIGTERM');
    while (!children.every(hasEnded)) await sleep(50);
  };
  const endsAt = Date.now() + PATIENCE_MS;
  while (!(await areTogether(urls[0]!, count))) {
    const ended = children.findIndex(hasEnded);
    if (ended < 0 && Date.now() < endsAt) {
      await sleep(200);
      continue;
    }
    await stop();
    throw new Error(`OpenSearch did not start:\n${lastWords(folder, Math.max(0, ended))}`);
  }
  return {
    urls,
    kill: async (node) => {
      const child = children[node]!;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    restart: (node) => {
      children[node] = start(node);
    },
    stop,
  };
}
