import type { ReactNode } from 'react';

/** Further actions on a row of an index with this title. */
export type ActionsOf = (row: { index_id: string; id: string }, title: string) => ReactNode;
