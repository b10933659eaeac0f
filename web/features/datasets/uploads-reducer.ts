/** One file on its way. `refused` files never start: name or size is wrong. */
export interface Upload {
  id: string;
  file: File;
  state: 'sending' | 'done' | 'failed' | 'cancelled' | 'refused';
  sentBytes: number;
  problem?: string | undefined;
}

type UploadAction =
  | { type: 'start'; id: string; file: File }
  | { type: 'refuse'; id: string; file: File; problem: string }
  | { type: 'progress'; id: string; sentBytes: number }
  | { type: 'end'; id: string; state: 'done' | 'failed' | 'cancelled'; problem?: string }
  | { type: 'dismiss'; id: string };

/** Adds or replaces an upload: a retry keeps its line, a new one comes last. */
function put(uploads: readonly Upload[], upload: Upload): Upload[] {
  return uploads.some(({ id }) => id === upload.id)
    ? uploads.map((each) => (each.id === upload.id ? upload : each))
    : [...uploads, upload];
}

export function uploadsReducer(uploads: readonly Upload[], action: UploadAction): Upload[] {
  const { id } = action;
  switch (action.type) {
    case 'start':
      return put(uploads, { id, file: action.file, state: 'sending', sentBytes: 0 });
    case 'refuse':
      return put(uploads, { ...action, state: 'refused', sentBytes: 0 });
    case 'progress':
      // The form fields count too, so the number can exceed the file's size.
      return uploads.map((each) =>
        each.id === id ? { ...each, sentBytes: Math.min(action.sentBytes, each.file.size) } : each,
      );
    case 'end':
      return uploads.map((each) =>
        each.id === id ? { ...each, state: action.state, problem: action.problem } : each,
      );
    case 'dismiss':
      return uploads.filter((each) => each.id !== id);
  }
}
