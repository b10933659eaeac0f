import type * as engine from '#engine';
import { changeIdOf, changesKeyOf, readChanges } from '#functions/indexes/index.ts';

/** Changed versions that stay open: the newest, and one whose list somebody reads on. Each has memory for its own rows. */
const keptVersions = 2;

/** Begins a cursor: the change of rows after which its list was begun. */
const CHANGE = /^(chg_[a-z0-9]+)\.(.+)$/s;

/** An index as a build has published it, open, and versions of it whose rows have changed since. */
export class PublishedVersion {
  readonly #manifest: engine.Manifest;
  readonly #folder: string;
  readonly #index: engine.SearchIndex;
  /** By the key of their changes, the most recently used one last. */
  readonly #changed = new Map<string, Promise<engine.SearchIndex | undefined>>();

  /** @param folder of the build */
  constructor(manifest: engine.Manifest, folder: string, index: engine.SearchIndex) {
    this.#manifest = manifest;
    this.#folder = folder;
    this.#index = index;
  }

  /**
   * The index after changes. A list goes on in the version in which it was begun, as long as that exists: `next` and `after` name
   * the change.
   * @param changesKey undefined if no row has changed
   * @param scope the part that is seen; all of it if undefined
   */
  async at(
    changesKey: string | undefined,
    scope: engine.Scope | undefined,
  ): Promise<engine.SearchIndex> {
    const now = changesKey ? await this.#open(changesKey) : this.#index;
    if (!now) throw new Error(`The changes ${changesKey} are missing`);
    const seen = (index: engine.SearchIndex) => (scope ? index.within(scope) : index);
    return {
      ...seen(now),
      search: (request) => this.#search(now, seen, changesKey, request),
    };
  }

  async #search(
    now: engine.SearchIndex,
    seen: (index: engine.SearchIndex) => engine.SearchIndex,
    changesKey: string | undefined,
    request: Parameters<engine.SearchIndex['search']>[0],
  ) {
    const { after } = request;
    const [, change, place] = CHANGE.exec(after ?? '') ?? [];
    if (after !== undefined && change === undefined) return seen(this.#index).search(request);
    const begunAt = change ? changesKeyOf(this.#folder, change) : changesKey;
    const begun = begunAt && begunAt !== changesKey ? await this.#open(begunAt) : now;
    // Of a version that is gone, the cursor is refused.
    const found = await seen(begun ?? now).search(
      place === undefined ? request : { ...request, after: place },
    );
    return begunAt && found.next !== undefined
      ? { ...found, next: `${changeIdOf(begunAt)}.${found.next}` }
      : found;
  }

  /** Undefined if there are no such changes, or none any more. A failure is not kept, so the next call tries again. */
  #open(changesKey: string): Promise<engine.SearchIndex | undefined> {
    const opening = this.#changed.get(changesKey) ?? this.#read(changesKey);
    this.#changed.delete(changesKey);
    this.#changed.set(changesKey, opening);
    opening.catch(() => this.#changed.delete(changesKey));
    const [oldest] = this.#changed.keys();
    if (this.#changed.size > keptVersions) this.#changed.delete(oldest!);
    return opening;
  }

  async #read(changesKey: string): Promise<engine.SearchIndex | undefined> {
    const changes = await readChanges(changesKey, this.#manifest);
    return changes && this.#index.changed(changes);
  }
}
