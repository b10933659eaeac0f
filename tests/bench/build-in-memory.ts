import * as engine from '#engine';

/**
 * Builds an index of a CSV file in memory: `text` is the index column, all others are metadata.
 * @param served a file of the index as it is read by searches
 * @param options see `engine.open`
 */
export async function buildInMemory(
  source: engine.ByteSource,
  seed: number,
  served: (file: engine.ByteSource) => engine.ByteSource | Promise<engine.ByteSource> = (file) =>
    file,
  options?: Parameters<typeof engine.open>[2],
) {
  const { header } = await engine.preview(source);
  const columns = header.map((name) => ({
    name,
    role: name === 'text' ? ('index' as const) : ('metadata' as const),
  }));
  const plan = await engine.plan(source, columns);
  const trained = await engine.train(source, plan, { seed });
  const model = { fileName: 'model', source: engine.memorySource(trained.bytes) };
  const segments = [];
  for (const range of plan.ranges.keys()) {
    const segment = await engine.build(source, plan, range, model);
    segments.push({ fileName: `segment-${range}`, source: engine.memorySource(segment.bytes) });
    for (const reject of segment.rejects) console.error(`line ${reject.line}: ${reject.reason}`);
  }
  const manifest = await engine.publish(model, segments);
  const files = new Map([model, ...segments].map((file) => [file.fileName, file.source]));
  const index = await engine.open(
    manifest,
    async (fileName) => served(files.get(fileName)!),
    options,
  );
  return { index, manifest, model, segments };
}
