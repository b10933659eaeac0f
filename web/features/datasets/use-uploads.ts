import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { uploadedFileProblem } from '#shared/validation.ts';
import { datasetFilesKey, datasetPreviewsKey } from '#web/api/datasets.ts';
import { uploadCsv } from '#web/api/uploads.ts';
import { useMember } from '#web/api/user.ts';
import { messageOf } from '#web/lib/errors.ts';
import { type Upload, uploadsReducer } from './uploads-reducer.ts';

/** Uploads of this page: start, cancel, retry, dismiss. They end when the page is left. */
export function useUploads() {
  const member = useMember();
  const queryClient = useQueryClient();
  const [uploads, dispatch] = useReducer(uploadsReducer, []);
  const aborts = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const send = async ({ id, file }: Pick<Upload, 'id' | 'file'>) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    dispatch({ type: 'start', id, file });
    try {
      const onProgress = (sentBytes: number) => dispatch({ type: 'progress', id, sentBytes });
      await uploadCsv(member, { file, signal: abort.signal, onProgress });
      await queryClient.invalidateQueries({ queryKey: datasetFilesKey(member.orgId) });
      // A file of the same name was replaced.
      queryClient.removeQueries({ queryKey: datasetPreviewsKey, type: 'inactive' });
      dispatch({ type: 'end', id, state: 'done' });
    } catch (error) {
      if (abort.signal.aborted) dispatch({ type: 'end', id, state: 'cancelled' });
      else dispatch({ type: 'end', id, state: 'failed', problem: messageOf(error) });
    } finally {
      aborts.current.delete(id);
    }
  };

  const start = (files: readonly File[]) => {
    for (const file of files) {
      const id = crypto.randomUUID();
      const problem = uploadedFileProblem(file);
      if (problem) dispatch({ type: 'refuse', id, file, problem });
      else void send({ id, file });
    }
  };

  return {
    uploads,
    start,
    retry: (upload: Upload) => void send(upload),
    cancel: (upload: Upload) => aborts.current.get(upload.id)?.abort(),
    dismiss: (upload: Upload) => dispatch({ type: 'dismiss', id: upload.id }),
  };
}
