/** `npm run drill -- list`, `alarm NAME…` and `alarm all`: practises alarms on a local cloud of its own. */
import { close, startStack } from '#tests/support/stack.ts';
import { drills } from './drills.ts';
import { practise } from './practise.ts';

const [command, ...given] = process.argv.slice(2);
const all = Object.keys(drills);
const names = given[0] === 'all' ? all : given;
if (command === 'list') {
  for (const [name, { does, isPublished }] of Object.entries(drills)) {
    console.log(`${name.padEnd(28)}${isPublished ? 'published: ' : ''}${does}`);
  }
} else if (command === 'alarm' && names.length > 0 && names.every((name) => name in drills)) {
  const stack = await startStack();
  try {
    for (const name of names) {
      console.log(`\n# ${name}\n`);
      await practise(stack, name, console.log).catch((error: Error) => {
        console.error(error.message);
        process.exitCode = 1;
      });
    }
  } finally {
    await close(stack);
  }
} else {
  console.error(`Usage: npm run drill -- list | alarm NAME… | alarm all\nAlarms: ${all.join(' ')}`);
  process.exitCode = 2;
}
