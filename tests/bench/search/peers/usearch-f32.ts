import { openUsearch } from './usearch.ts';

export const openPeer = async () => openUsearch('f32');
