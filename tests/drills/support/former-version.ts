import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '#local/build/steps.ts';

/** Where former versions are installed: the next drill with the same commit finds it there. */
const cache = path.join(tmpdir(), 'antecede-former-versions');

/** The sources of a commit with the packages of its own lock file. Gives the folder. */
export function installVersion(commit: string): string {
  const folder = path.join(cache, commit);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const sources = execFileSync('git', ['archive', commit], {
    cwd: projectRoot,
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', draft], { input: sources });
  // It runs on this Node, so nothing has to be compiled or downloaded.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: draft,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(draft, folder);
  return folder;
}

/** Runs `npm start` of a former version on a data folder and waits until its sample data is there. */
export async function startVersion(folder: string, dataDir: string) {
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  // The folders of the project had other names.
  const [, program] = /^node (\S+)$/.exec(scripts.start) ?? [];
  if (!program) throw new Error(`npm start of the former version is no program: ${scripts.start}`);
  const child = spawn(process.execPath, ['--no-warnings', program], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: undefined,
      STRIPE_SECRET_KEY: undefined,
      OPENAI_API_KEY: undefined,
      REPORT_API_KEY: undefined,
      REPORT_JUDGE: undefined,
      PORT: '0',
      LOCAL_DATA_DIR: dataDir,
      LOCAL_BUILD_DIR: path.join(folder, '.local/build'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const exit = once(child, 'close');
  let origin: string | undefined;
  while (!origin) {
    const ended = await Promise.race([
      once(child.stdout, 'data').then(() => false),
      exit.then(() => true),
    ]);
    if (ended) throw new Error(`The former version has stopped:\n${printed}`);
    [, origin] = /runs at (\S+)/.exec(printed) ?? [];
  }
  const demo = await fetch(`${origin}/_local/demo`);
  if (!demo.ok) throw new Error(`The former version has no sample data:\n${printed}`);
  return {
    origin,
    port: Number(new URL(origin).port),
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
