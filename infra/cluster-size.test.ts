import { expect, test } from 'vitest';
import { clusterNeeds, nodeInstances, sizeFault, smallestCluster } from './cluster-size.ts';

const rowBytes = 520;

test.each([1, 1_000_000, 10_000_000, 52_000_000, 500_000_000])(
  'the smallest cluster for %i rows holds them, and nothing smaller does',
  (rows) => {
    const size = smallestCluster({ rows, rowBytes });
    expect(sizeFault(size, { rows, rowBytes })).toBeUndefined();
    const fewerNodes = { ...size, nodes: size.nodes - 3 };
    expect(fewerNodes.nodes === 0 || sizeFault(fewerNodes, { rows, rowBytes })).toBeTruthy();
    const lessDisk = { ...size, diskGb: size.diskGb - 10 };
    expect(lessDisk.diskGb < 20 || sizeFault(lessDisk, { rows, rowBytes })).toBeTruthy();
  },
);

test('longer rows need more disk and the same memory', () => {
  const [short, long] = [500, 5000].map((bytes) => clusterNeeds({ rows: 1e6, rowBytes: bytes }));
  expect(long!.diskGb).toBeGreaterThan(2 * short!.diskGb);
  expect(long!.cacheGb).toBe(short!.cacheGb);
});

test('a fault names what is missing and a size that is enough', () => {
  const load = { rows: 52_000_000, rowBytes };
  const fault = sizeFault({ instance: 'r7g.large', nodes: 3, diskGb: 20 }, load);
  const [, nodes, instance, diskGb] = /such as (\d+) nodes of (\S+) with (\d+) GB/.exec(fault!)!;
  const known = nodeInstances.find((name) => name === instance)!;
  const named = { instance: known, nodes: Number(nodes), diskGb: Number(diskGb) };
  expect(sizeFault(named, load)).toBeUndefined();
});
