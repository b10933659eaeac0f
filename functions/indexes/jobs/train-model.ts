import { type RowCounts, train } from '#engine';
import { buildFiles } from '../build-files.ts';
import { reportProgress } from '../build-progress.ts';
import { type BuildRef, setRowsTrained, setStage } from '../indexes.ts';
import { getObject, putObject } from '../indexes-bucket.ts';
import { modelSeed } from '../model-seed.ts';
import { openPlannedBuild } from '../open-build.ts';
import { planSizes } from '../plan-sizes.ts';

/** Second step: learns the concept model from the dataset. */
export async function handler<State extends BuildRef>(state: State): Promise<State> {
  const build = { index_id: state.index_id, build_id: state.build_id };
  const { folder, plan, source } = await openPlannedBuild(build);
  await setStage(build, 'training');
  if (await getObject(folder + buildFiles.training)) return state;
  const onRows = reportProgress(1, ({ rows, rejects }: RowCounts) =>
    setRowsTrained(build, rows + rejects),
  );
  const maxReadBytes = planSizes.wholeBytes;
  const { bytes, summary } = await train(source, plan, { seed: modelSeed, onRows, maxReadBytes });
  await putObject(folder + buildFiles.model, bytes);
  await putObject(folder + buildFiles.training, JSON.stringify(summary));
  return state;
}
