import type { BenchOptions } from '../bench-options.ts';
import { SEED } from '../corpus/csv-file.ts';
import { generatedDataset, indexFolder } from '../corpus/dataset.ts';
import { TextSource } from '../corpus/documents.ts';
import type { BuildFigures } from '../engine/build-index.ts';
import { bundleEngine } from '../engine/bundle.ts';
import type { OpenFigures } from '../engine/open-index.ts';
import { textPeers } from '../peers.ts';
import { type Figures, runChild } from '../run-child.ts';
import { digits, latencyCell, type Row } from '../table.ts';
import { conceptSet } from '../vectors/prepare-sets.ts';
import type { TextFigures } from './measure.ts';

/** Number of fresh processes that open the index. The median is reported. */
const OPENINGS = 5;

/** Measures text: building, opening, and searching with and without a filter. */
export async function measureText(options: BenchOptions): Promise<void> {
  const { rows, limitSeconds, report } = options;
  const title = `${rows} documents × 80 words`;
  console.error(`${title}: data`);
  const dataset = await generatedDataset(rows);
  const built = await runChild<BuildFigures>('./engine/build-index.ts', dataset, limitSeconds);
  report(buildRow(title, built));
  if (!('unavailable' in built)) report(await openRow(title, options));
  for (const [system, { module, hybrid, own }] of Object.entries(textPeers)) {
    if (!own && !options.includes(system)) continue;
    const vectors = hybrid && !own ? await conceptSet(options) : undefined;
    const task = { peer: module, rows, queries: options.queries, vectors };
    const figures = await runChild<TextFigures>('./text/measure.ts', task, limitSeconds);
    const name = hybrid ? system : `${system} (lexical only)`;
    if (!own) report(peerBuildRow(title, name, figures));
    for (const row of queryRows(title, name, figures)) report(row);
    if ('finds' in figures && figures.finds) {
      const found = { ...figures, queries: figures.finds };
      for (const row of queryRows(title, `${name}, row numbers only`, found)) report(row);
    }
  }
}

/** Words of a document of 8 KB. */
const LONG_WORDS = 1_230;

/** Measures how long rows are built and published. */
export async function measureLong({ rows, limitSeconds, report }: BenchOptions): Promise<void> {
  const title = `${rows} documents × ${LONG_WORDS} words`;
  console.error(`${title}: data`);
  const dataset = await generatedDataset(rows, LONG_WORDS);
  const built = await runChild<BuildFigures>('./engine/build-index.ts', dataset, limitSeconds);
  report(buildRow(title, built));
}

function buildRow(title: string, figures: Figures<BuildFigures>): Row {
  const row = { measure: `${title}: build from CSV`, system: 'this engine', figures };
  if ('unavailable' in figures) return { ...row, cells: figures };
  return {
    ...row,
    cells: {
      total: `${digits(figures.seconds)} s`,
      'processor time': `${digits(figures.cpuSeconds)} s`,
      'peak memory': `${figures.peakMb.toFixed(0)} MB`,
      'index, bytes a row': `${figures.indexBytesPerRow.toFixed(0)} (model ${figures.modelBytesPerRow.toFixed(0)})`,
      'stored text': figures.storedBytesPerRow.toFixed(0),
      steps: `plan ${digits(figures.planSeconds)}, train ${digits(figures.trainSeconds)}, segments ${digits(figures.segmentSeconds)}, publish ${digits(figures.publishSeconds)} s of ${figures.csvMb.toFixed(0)} MB`,
    },
  };
}

function peerBuildRow(title: string, system: string, figures: Figures<TextFigures>): Row {
  const row = { measure: `${title}: build from CSV`, system, figures };
  if ('unavailable' in figures) return { ...row, cells: figures };
  const { buildSeconds, peakMb, bytesPerRow } = figures;
  return {
    ...row,
    cells: {
      total: `${digits(buildSeconds)} s`,
      'peak memory': `${peakMb.toFixed(0)} MB`,
      'index, bytes a row': bytesPerRow === null ? '' : bytesPerRow.toFixed(0),
    },
  };
}

async function openRow(title: string, { rows, limitSeconds }: BenchOptions): Promise<Row> {
  const folder = indexFolder(await generatedDataset(rows));
  const query = new TextSource(SEED).query(0, 5);
  const engine = await bundleEngine();
  const openings: OpenFigures[] = [];
  const row = { measure: `${title}: open in a fresh process`, system: 'this engine' };
  for (let i = 0; i < OPENINGS; i++) {
    const opened = await runChild<OpenFigures>(
      './engine/open-index.ts',
      { engine, folder, query },
      limitSeconds,
    );
    if ('unavailable' in opened) return { ...row, figures: opened, cells: opened };
    openings.push(opened);
  }
  const median = (of: (figures: OpenFigures) => number) =>
    `${digits(openings.map(of).sort((a, b) => a - b)[OPENINGS >> 1]!)} ms`;
  return {
    ...row,
    figures: openings,
    cells: {
      'module load': median(({ moduleMs }) => moduleMs),
      open: median(({ openMs }) => openMs),
      'first query': median(({ firstQueryMs }) => firstQueryMs),
    },
  };
}

function queryRows(title: string, system: string, figures: Figures<TextFigures>): Row[] {
  return ['', ' filtered'].map((kind): Row => {
    const wanted = kind ? 'a filter that keeps 0.8%' : 'search';
    const row = { measure: `${title}: ${wanted}, top 100, p50 / p99`, system, figures };
    if ('unavailable' in figures) return { ...row, cells: figures };
    const [short, long] = [figures.queries[`short${kind}`]!, figures.queries[`long${kind}`]!];
    const hits = ({ fewestHits, meanHits }: typeof short) =>
      `${meanHits.toFixed(0)} (fewest ${fewestHits})`;
    return {
      ...row,
      cells: {
        '3–10 terms': latencyCell(short),
        '60 terms': latencyCell(long),
        'rows, 3–10 terms': hits(short),
        'rows, 60 terms': hits(long),
      },
    };
  });
}
