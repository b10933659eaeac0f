/** Measures uploads: 1 GB with the browser's form, and with the upload tool. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { bundleTools } from '#cli/bundle.ts';
import { openInstallation } from '../installation.ts';

const megabyte = 1_000_000;

/** Writes a CSV file whose rows differ. */
async function writeRows(file: string, sizeBytes: number): Promise<void> {
  const row = (number: number) =>
    `${number},title ${number % 977},"${'lorem ipsum '.repeat(80)}"\n`;
  const rows = function* () {
    let left = sizeBytes;
    for (let number = 0; left > 0; number += 1000) {
      const text = Array.from({ length: 1000 }, (_, at) => row(number + at)).join('');
      const bytes = Buffer.from(text).subarray(0, left);
      left -= bytes.length;
      yield bytes;
    }
  };
  await pipeline(rows, createWriteStream(file));
}

/** Memory in MB that `/proc` tells of a process under this name (Linux). */
async function memoryMb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** Seconds and peak memory of a process that must succeed, and peak memory of the stack meanwhile. */
async function measure(args: string[], stackPid: number | undefined) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  let toolMb = 0;
  let stackMb = 0;
  const timer = setInterval(async () => {
    stackMb = Math.max(stackMb, await memoryMb(stackPid, 'VmRSS'));
    toolMb = Math.max(toolMb, await memoryMb(child.pid, 'VmHWM'));
  }, 100);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000, toolMb, stackMb };
}

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { json: { type: 'boolean' }, megabytes: { type: 'string', default: '1000' } },
  });
  const sizeBytes = Number(values.megabytes) * megabyte;
  const { stack, call, orgId, email, close } = await openInstallation();
  const { dataDir: folder } = stack;
  const { pid } = stack.child;
  const rows: { figure: string; value: string; goal: string }[] = [];
  const add = (figure: string, value: string, goal = '') => {
    rows.push({ figure, value, goal });
    if (!values.json) console.log(`${figure.padEnd(44)}${value.padEnd(14)}${goal}`.trimEnd());
  };
  try {
    const file = path.join(folder, 'bench.csv');
    await writeRows(file, sizeBytes);
    const body = { org_id: orgId, user_email: email, filename: 'form.csv' };
    const policy = await call('create-upload', { body });
    const postFile = path.join(import.meta.dirname, 'post-file.ts');
    const rate = (seconds: number) => `${(sizeBytes / megabyte / seconds).toFixed(0)} MB/s`;
    const form = await measure([postFile, file, JSON.stringify(policy)], pid);
    add(`browser's form, ${values.megabytes} MB`, rate(form.seconds), '≥ 80 MB/s');
    add("browser's form, peak memory of the stack", `${form.stackMb.toFixed(0)} MB`);

    const presigned = await call('create-cli-upload', {
      body: { org_id: orgId, email, filename: 'bench.csv', filesize: sizeBytes },
    });
    await writeFile(path.join(folder, 'presigned.json'), JSON.stringify(presigned));
    const toolFile = path.join(folder, 'antecede-upload.mjs');
    await writeFile(toolFile, (await bundleTools())['antecede-upload']);
    const tool = await measure([toolFile, file, '--quiet'], pid);
    add(`upload tool, ${values.megabytes} MB`, rate(tool.seconds), '≥ 80 MB/s');
    add('upload tool, peak memory of the tool', `${tool.toolMb.toFixed(0)} MB`);
    add('upload tool, peak memory of the stack', `${tool.stackMb.toFixed(0)} MB`);
  } finally {
    await close();
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
}
