/** A measured system. Modules are named from the folder that measures. */
interface Peer {
  readonly module: string;
  /** Part of this engine. */
  readonly own?: boolean;
}

/** Systems that search vectors. */
export const vectorPeers: Readonly<Record<string, Peer>> = {
  'this engine': { module: '../engine/vector-peer.ts', own: true },
  'exact scan, int8': { module: './plain-int8.ts', own: true },
  'exact scan, f32': { module: './plain-f32.ts', own: true },
};

/** Systems that search text; `hybrid` ones by vector too. */
export const textPeers: Readonly<Record<string, Peer & { readonly hybrid: boolean }>> = {
  'this engine': { module: '../engine/text-peer.ts', own: true, hybrid: true },
};
