/** A measured system. The module's path is relative to the folder that measures. */
interface Peer {
  readonly module: string;
  /** Part of this project, so it needs no installation. */
  readonly own?: boolean;
}

/** Systems that search vectors. */
export const vectorPeers: Readonly<Record<string, Peer>> = {
  'this engine': { module: '../engine/vector-peer.ts', own: true },
  'exact scan int8': { module: './plain-int8.ts', own: true },
  'exact scan f32': { module: './plain-f32.ts', own: true },
  'LanceDB IVF_RQ': { module: '../peers/lancedb-ivf.ts' },
  'LanceDB HNSW': { module: '../peers/lancedb-hnsw.ts' },
  'usearch i8': { module: '../peers/usearch-i8.ts' },
  'usearch f32': { module: '../peers/usearch-f32.ts' },
  hnswlib: { module: '../peers/hnswlib.ts' },
  'sqlite-vec': { module: '../peers/sqlite-vec.ts' },
};

/** Systems that search text; `hybrid` ones also search by vector. */
export const textPeers: Readonly<Record<string, Peer & { readonly hybrid: boolean }>> = {
  'this engine': { module: '../engine/text-peer.ts', own: true, hybrid: true },
  LanceDB: { module: '../peers/lancedb-text.ts', hybrid: true },
  'SQLite FTS5 + sqlite-vec': { module: '../peers/sqlite-hybrid.ts', hybrid: true },
  'SQLite FTS5': { module: '../peers/fts5.ts', hybrid: false },
  MiniSearch: { module: '../peers/minisearch.ts', hybrid: false },
  Orama: { module: '../peers/orama.ts', hybrid: false },
};
