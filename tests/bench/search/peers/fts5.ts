import { openSqlite } from './sqlite-text.ts';

export const openPeer = () => openSqlite(false);
