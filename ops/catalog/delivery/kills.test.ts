import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { MadeUpCloud } from '../test-files/made-up-cloud.ts';
import { madeUpWeek, outcomeOf } from '../test-files/made-up-week.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'antecede-delivery-'));
let cloud = new MadeUpCloud();
afterEach(() => rmSync(folder, { recursive: true }));

it('a delivery ends the same, at whichever call it is killed', async () => {
  await (await madeUpWeek(cloud, folder)).add('next');
  const whole = outcomeOf(cloud);
  const begins = cloud.calls.lastIndexOf('CreateMultipartUpload deliveries');
  const steps = cloud.calls.map((call, at) => ({ call, at }));
  // Files of links are written in the same way: of those, the first and the last.
  const chosen = steps.filter(
    ({ call, at }) =>
      at >= begins &&
      (cloud.calls[at - 1] !== call || cloud.calls[at + 1] !== call) &&
      // Sent again after pauses. Kills of the calls before and after it are the same crashes.
      !call.startsWith('UploadPart'),
  );
  expect(chosen.length).toBeGreaterThan(15);
  const kills = chosen.map(({ call, at }) => ({ call, nth: cloud.countOf(call, at) }));
  for (const kill of kills) {
    for (const afterwards of [false, true]) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      cloud = new MadeUpCloud();
      const { add } = await madeUpWeek(cloud, folder);
      cloud.killAt = { ...kill, afterwards };
      await expect(add('next')).rejects.toThrow(/^$|could not be (?:stored|started)/);
      cloud.killAt = undefined;
      await add('next');
      expect(outcomeOf(cloud)).toEqual(whole);
    }
  }
});
