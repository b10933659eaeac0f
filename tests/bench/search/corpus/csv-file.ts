import { closeSync, openSync, writeSync } from 'node:fs';
import { cached } from '../cache.ts';
import { TextSource } from './documents.ts';

/** Must change with the generator, so that cached files of an older one are not used. */
const GENERATOR_VERSION = 1;

/** The seed of all generated data. */
export const SEED = 7;

/** Columns of the generated dataset. */
export const columns = ['id', 'title', 'text', 'date', 'section'] as const;

/** Path of a CSV of generated documents. */
export const corpusFile = (rows: number, meanWords: number) =>
  cached(`corpus-v${GENERATOR_VERSION}-${SEED}-${rows}x${meanWords}.csv`, (file) => {
    const text = new TextSource(SEED, meanWords);
    const out = openSync(file, 'w');
    let lines = [columns.join(',')];
    for (let row = 0; row < rows; row++) {
      const document = text.document(row);
      lines.push(columns.map((column) => document[column]).join(','));
      if (lines.length === 10_000) {
        writeSync(out, `${lines.join('\n')}\n`);
        lines = [];
      }
    }
    writeSync(out, `${lines.join('\n')}\n`);
    closeSync(out);
  });
