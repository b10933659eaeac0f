import { useState } from 'react';

/** The latest documents that somebody read, in this browser. */
const mostKept = 3000;

const keyOf = (authUserId: string) => `antecede-read-${authUserId}`;

function readStored(authUserId: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(authUserId)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    // Storage is switched off, or holds something else.
    return new Set();
  }
}

function store(authUserId: string, ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(keyOf(authUserId), JSON.stringify([...ids].slice(-mostKept)));
  } catch {
    // Storage is switched off or full: this page knows it all the same.
  }
}

/** Which documents of an index somebody has read. */
export function useReadDocuments(authUserId: string, indexId: string) {
  const [read, setRead] = useState(() => readStored(authUserId));
  const nameOf = (id: string) => `${indexId} ${id}`;
  return {
    isRead: (id: string) => read.has(nameOf(id)),
    setRead: (id: string, isRead: boolean) => {
      const next = new Set(read);
      next.delete(nameOf(id));
      if (isRead) next.add(nameOf(id));
      setRead(next);
      store(authUserId, next);
    },
  };
}
