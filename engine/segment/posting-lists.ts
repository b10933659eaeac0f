import { bytesOf, type SectionInput } from '../file/container.ts';
import { GrowableU32 } from '../file/growable.ts';
import { WINDOW_ROWS } from './format.ts';

/** Document frequencies and postings of all terms. */
export interface Postings {
  readonly df: Uint32Array;
  /** Documents in which the term occurs at least twice. */
  readonly repeated: Uint32Array;
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Posting lists of a segment, windows of 64k rows. */
export interface PostingLists {
  /** First window of each term; terms + 1 entries. */
  readonly lists: Uint32Array;
  readonly windowIds: Uint16Array;
  /** First posting of each window; windows + 1 entries. */
  readonly windowOffsets: Uint32Array;
  readonly rows: Uint16Array;
  readonly impacts: Uint8Array;
}

/** The sections of posting lists: each list in windows of 64k rows, so that a row number fits 16 bits. */
export function postingSections(postings: Postings): SectionInput[] {
  const ids = new GrowableU32();
  const offsets = new GrowableU32();
  const lists = new Uint32Array(postings.df.length + 1);
  for (let t = 0; t < postings.df.length; t++) {
    let last = -1;
    for (let p = postings.starts[t]!; p < postings.starts[t + 1]!; p++) {
      const window = Math.floor(postings.rows[p]! / WINDOW_ROWS);
      if (window === last) continue;
      last = window;
      ids.push(window);
      offsets.push(p);
    }
    lists[t + 1] = ids.length;
  }
  offsets.push(postings.rows.length);
  return [
    { name: 'df', bytes: bytesOf(postings.df) },
    { name: 'repeated', bytes: bytesOf(postings.repeated) },
    { name: 'lists', bytes: bytesOf(lists) },
    { name: 'windowIds', bytes: bytesOf(Uint16Array.from(ids.view())) },
    { name: 'windowOffsets', bytes: bytesOf(offsets.view()) },
    {
      name: 'postingRows',
      bytes: bytesOf(Uint16Array.from(postings.rows, (r) => r % WINDOW_ROWS)),
    },
    { name: 'impacts', bytes: bytesOf(postings.impacts) },
  ];
}
