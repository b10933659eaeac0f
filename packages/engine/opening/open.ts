import type { OpenedModel } from '../concept/model.ts';
import { ReadQueue } from '../file/read-queue.ts';
import type { Manifest } from '../manifest.ts';
import { conceptVector, dictionary, knownWords } from '../query/model-answers.ts';
import { searchByCode } from '../query/search-by-code.ts';
import type {
  OpenFile,
  OpenOptions,
  Scope,
  SearchIndex,
  SearchRequest,
} from '../query/search-index.ts';
import { storedColumns, vectorColumn } from '../schema.ts';
import { fitted, narrowRequest, narrowResult, seenColumns, unseen } from '../search/scope.ts';
import { searchRows } from '../search/searcher.ts';
import { SegmentSource } from '../search/sources/segments.ts';
import { ChangedVersions, type Layer } from './changed-versions.ts';
import { type IndexState, joinState } from './index-state.ts';
import { openListedModel, openListedSegment } from './open-files.ts';
import { openMemory, shapeOf } from './open-memory.ts';

/** In an index of few files, the first read of each includes this many bytes after the head: a small term table. */
const READ_AHEAD_BYTES = 1 << 20;
/** Maximum of these bytes as a share of the file. */
const READ_AHEAD_SHARE = 1 / 16;
const FEW_SEGMENTS = 2;

/** The bytes that opening an index reads first of its model and of each segment, in this order. */
export function firstReads({ model, segments }: Pick<Manifest, 'model' | 'segments'>): number[] {
  const aheadOf = (sizeBytes: number) =>
    segments.length <= FEW_SEGMENTS
      ? Math.min(READ_AHEAD_BYTES, Math.floor(sizeBytes * READ_AHEAD_SHARE))
      : 0;
  return [model, ...segments].map(({ headBytes, sizeBytes }) => headBytes + aheadOf(sizeBytes));
}

/**
 * Model and segments of an index, opened and checked against its manifest.
 * @param spareBytes that it may take when all of its files are in memory
 */
export async function openState(
  manifest: Manifest,
  open: OpenFile,
  queue = new ReadQueue(),
  spareBytes = Number.POSITIVE_INFINITY,
): Promise<IndexState> {
  const from: OpenFile = async (...file) => queue.source(await open(...file));
  const [modelBytes, ...segmentBytes] = firstReads(manifest);
  const [model, segments] = await Promise.all([
    openListedModel(manifest, from, modelBytes),
    Promise.all(
      manifest.segments.map(async (record, s) => {
        const segment = await openListedSegment(manifest, record, from, segmentBytes[s]);
        // While other heads are on their way. If it fails, the first search tries again.
        segment.terms().catch(() => {});
        return segment;
      }),
    ),
  ]);
  const column = vectorColumn(manifest.schema);
  const { own } = manifest.card;
  return {
    ...joinState(model, segments, spareBytes),
    ...(column &&
      own && {
        own: {
          column: column.name,
          dimensions: column.dimensions!,
          isEmbedded: column.isEmbedded === true,
          weight: own.weight,
        },
      }),
  };
}

/** Whether answers need the thousand best rows in one order. */
const ranksMany = ({ pages, minimumScore }: SearchRequest) => pages || minimumScore !== undefined;

const modelOf = ({ model, modelParts }: IndexState): OpenedModel => ({ model, parts: modelParts });

/** A small index is read whole as fast as page by page. */
const SMALL_BYTES = 8 << 20;

/** Memory that pages take, as a multiple of their bytes; see `OpenOptions.pageBytes`. */
const PAGE_COST = 2.5;
/** So many bytes of pages are kept in any case. */
const LEAST_PAGE_BYTES = 32 << 20;
/** Share of these that whole sections may have where fewer pages are kept than the caller allows. */
const SECTION_SHARE = 0.5;

/**
 * Opens an index for searching. Reads what every search needs of the model and of each segment. A search
 * reads what it needs of the rest, until everything is resident. It stays in memory until `close`.
 * @throws CorruptFileError if a file is damaged, incomplete or of another version
 */
export async function openIndex(
  manifest: Manifest,
  open: OpenFile,
  options: OpenOptions = {},
): Promise<SearchIndex> {
  const {
    smallBytes = SMALL_BYTES,
    residentBytes = Number.POSITIVE_INFINITY,
    pageBytes = residentBytes,
    sectionBytes = 0,
  } = options;
  const sizes = [manifest.model, ...manifest.segments].map((file) => file.sizeBytes);
  const sizeBytes = sizes.reduce((a, b) => a + b, 0);
  const mayLoad = sizeBytes <= residentBytes;
  let queue = new ReadQueue();
  let state: IndexState | null = await openState(manifest, open, queue, residentBytes - sizeBytes);
  let source = new SegmentSource(state);
  const opened = (): IndexState => {
    if (!state) throw new Error('The index is closed.');
    return state;
  };
  /** What a large index has in memory beside its pages leaves less for them. */
  const spare =
    residentBytes -
    openMemory(
      shapeOf(
        state.segments,
        manifest.schema.columns,
        manifest.model.sizeBytes,
        manifest.codeBytes ?? 0,
      ),
    );
  const keptBytes = Math.min(pageBytes, Math.max(LEAST_PAGE_BYTES, spare / PAGE_COST));
  // Sections that took more would be dropped, and read again, with every search.
  const keptSectionBytes =
    keptBytes < pageBytes ? Math.min(sectionBytes, SECTION_SHARE * keptBytes) : sectionBytes;
  const loadInBackground = (current: IndexState): Promise<unknown> =>
    mayLoad ? current.load() : current.loadSections(keptSectionBytes);
  /** Starts over with empty memory when the pages of a large index have reached the limit. */
  const shrink = async () => {
    if (mayLoad || queue.bytesRead <= keptBytes) return;
    queue = new ReadQueue();
    const fresh = await openState(manifest, open, queue, residentBytes - sizeBytes);
    if (!state) return;
    state = fresh;
    source = new SegmentSource(fresh);
  };
  const versions = new ChangedVersions(manifest, open);
  /**
   * @param layer makes of the opened index one whose rows have changed
   * @param scope what is seen of it
   */
  const indexOf = (layer?: Layer, scope?: Scope): SearchIndex => {
    let layered: { base: IndexState; state: IndexState; rows: SegmentSource } | undefined;
    const current = () => {
      const base = opened();
      if (!layer) return { state: base, rows: source };
      if (layered?.base !== base) {
        const changed = layer(base);
        layered = { base, state: changed, rows: new SegmentSource(changed) };
      }
      return layered;
    };
    const seen = seenColumns(manifest.schema.columns, scope ?? {});
    const columns = storedColumns({ columns: seen });
    /** The rows that are seen, as a source of their own. */
    const seenRows = async (now: IndexState, rows: SegmentSource) =>
      scope?.rows
        ? new SegmentSource({ ...now, alive: await fitted(rows.filter(scope.rows)) }, true)
        : rows;
    return {
      columns,
      isEmbedded: vectorColumn({ columns: seen })?.isEmbedded === true,
      search: async (asked) => {
        await shrink();
        const request = scope ? narrowRequest(asked, scope, seen) : asked;
        const { state: now, rows: all } = current();
        // What changes have added to an index in memory is small.
        const isSoonLoaded = opened().isResident() || sizeBytes <= smallBytes;
        if (isSoonLoaded || (ranksMany(request) && mayLoad)) await now.load();
        const rows = await seenRows(now, all);
        const found = await searchByCode(seen, request, (each) => searchRows(rows, each));
        const result = scope ? narrowResult(found, seen) : found;
        // If this fails, later searches read what they need.
        loadInBackground(now).catch(() => {});
        return result;
      },
      changed: async (changes) => indexOf(await versions.layer(changes, opened()), scope),
      within: (narrower) => {
        if (scope) throw new Error('A part of an index is not narrowed again.');
        return indexOf(layer, narrower);
      },
      vector: scope ? unseen : (text) => conceptVector(modelOf(opened()), text),
      dictionary: scope ? unseen : (text, limit) => dictionary(modelOf(opened()), text, limit),
      words: scope ? unseen : (terms) => knownWords(modelOf(opened()), terms),
      warm: async () => {
        const { state: now } = current();
        await now.open();
        await Promise.all([loadInBackground(now), now.modelParts.associations()]);
      },
      close: () => {
        state = null;
      },
    };
  };
  return indexOf();
}
