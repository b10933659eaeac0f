import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { functionArn, mapOver, openTestMachine } from './test-machine.ts';

/** A build in miniature: each function notes its call; one item hangs while the file `hang` is there. */
const definition = {
  StartAt: 'plan',
  States: {
    plan: { Type: 'Task', Resource: functionArn('plan'), Next: 'each' },
    each: {
      ...mapOver('$.items', { item: { Type: 'Task', Resource: functionArn('item'), End: true } }),
      MaxConcurrency: 1,
      Next: 'publish',
    },
    publish: { Type: 'Task', Resource: functionArn('publish'), End: true },
  },
};

/** The machine of the crash test over a folder, with its functions. */
export function openCrashMachine(dataDir: string) {
  const note = (line: string) => appendFileSync(join(dataDir, 'calls'), `${line}\n`);
  return openTestMachine(
    definition,
    {
      plan: () => {
        note('plan');
        return { items: [1, 2, 3, 4] };
      },
      item: async ({ item }: { item: number }) => {
        note(`item ${item}`);
        if (item === 3 && existsSync(join(dataDir, 'hang'))) await new Promise(() => {});
      },
      publish: () => {
        note('publish');
        return 'published';
      },
    },
    { dataDir },
  );
}

const [, program, dataDir] = process.argv;
if (program === import.meta.filename && dataDir) {
  const machine = await openCrashMachine(dataDir);
  const { executionArn } = await machine.start({}, 'crashing');
  process.stdout.write(executionArn);
  setInterval(() => {}, 1000);
}
