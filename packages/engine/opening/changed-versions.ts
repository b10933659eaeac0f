import type { Changes, DeltaRecord } from '../changes/changes.ts';
import { readDeleted } from '../changes/deleted-rows.ts';
import { once } from '../file/once.ts';
import { checksumOf, type Manifest } from '../manifest.ts';
import { RowTerms } from '../query/row-terms.ts';
import type { OpenFile } from '../query/search-index.ts';
import type { Segment } from '../segment/open.ts';
import { invert, type RowSet } from '../segment/row-set.ts';
import {
  type IndexState,
  type JoinedSegments,
  joinSegments,
  type LoadedIndex,
  loadedOf,
  meanBurstiness,
  rowsOf,
} from './index-state.ts';
import { openListedSegment } from './open-files.ts';

/** Makes of an opened index one whose rows have changed. */
export type Layer = (base: IndexState) => IndexState;

/**
 * The versions of an index that changes of its rows make. Most segments of a version are those of the one before. They are opened
 * once: a version brings only what is new into memory.
 */
export class ChangedVersions {
  readonly #manifest: Manifest;
  readonly #open: OpenFile;
  /** Segments of the last version by file name. */
  #segments = new Map<string, Promise<Segment>>();
  /** What the opened index has in memory of segments. */
  #placed:
    | { readonly base: IndexState; readonly added: WeakMap<Segment, JoinedSegments> }
    | undefined;

  constructor(manifest: Manifest, open: OpenFile) {
    this.#manifest = manifest;
    this.#open = open;
  }

  /** Opens what changes have added and deleted. */
  async layer(changes: Changes, base: IndexState): Promise<Layer> {
    const { deltas, deleted } = changes;
    const before = this.#segments;
    this.#segments = new Map(
      deltas.map(({ segment }) => [
        segment.fileName,
        before.get(segment.fileName) ?? this.#openSegment(segment),
      ]),
    );
    const added = await Promise.all(this.#segments.values());
    const counts = [...base.segments, ...added].map(({ facts }) => facts.rowCount);
    const readAlive = async ({ fileName, sizeBytes }: NonNullable<typeof deleted>) => {
      const sets = await readDeleted(await this.#open(fileName, sizeBytes), fileName, counts);
      return sets.map((set, s) => invert(set, counts[s]!));
    };
    const alive = deleted && (await readAlive(deleted));
    const version = checksumOf(changes);
    return (now) => layerStates(now, this.#addedTo(now, added), alive, version);
  }

  #openSegment(record: DeltaRecord['segment']): Promise<Segment> {
    const opening = openListedSegment(this.#manifest, record, this.#open);
    // The next version tries again.
    opening.catch(() => this.#segments.delete(record.fileName));
    return opening;
  }

  /** Segments of changes, each of which all versions have in memory once: beside the rows of the index, if there is room. */
  #addedTo(base: IndexState, segments: readonly Segment[]): JoinedSegments[] {
    if (this.#placed?.base !== base) this.#placed = { base, added: new WeakMap() };
    const { added } = this.#placed;
    const opened = { model: base.model, parts: base.modelParts };
    return segments.map((segment) => {
      const joined =
        added.get(segment) ??
        joinSegments(opened, [segment], async ([source]) =>
          (await base.open()).rowTerms.added(source!),
        );
      added.set(segment, joined);
      return joined;
    });
  }
}

/**
 * An index whose rows have changed. It shares with the index as it was all that this has in memory.
 * @param added segments of new rows, under the model of the index
 * @param alive the rows of all segments that are not deleted; undefined if none is
 * @param version tells it from other changes of the index
 */
function layerStates(
  base: IndexState,
  added: readonly JoinedSegments[],
  alive: readonly RowSet[] | undefined,
  version: number,
): IndexState {
  const states = [base, ...added];
  const segments = states.flatMap((state) => state.segments);
  const open = once(async () => joinParts(await Promise.all(states.map((state) => state.open()))));
  return {
    ...base,
    segments,
    rowCount: rowsOf(segments),
    ...(alive && { alive }),
    version,
    meanBurstiness: meanBurstiness(segments),
    isResident: () => states.every((state) => state.isResident()),
    open,
    load: async () => {
      await Promise.all(states.map((state) => state.load()));
      return open();
    },
    loadSections: async (maxBytes) => {
      // What is added is small.
      await Promise.all([base.loadSections(maxBytes), ...added.map((state) => state.load())]);
    },
  };
}

/** @param loaded the index that was built, and what changes have added */
function joinParts(loaded: readonly LoadedIndex[]): LoadedIndex {
  const joined = {
    parts: loaded.flatMap((one) => one.parts),
    features: loaded.flatMap((one) => one.features),
    rowTerms: RowTerms.joined(loaded.map(({ rowTerms }) => rowTerms)),
    isResident: () => loaded.every((one) => one.isResident()),
  };
  return loadedOf(joined, loaded[0]!.parts.length);
}
