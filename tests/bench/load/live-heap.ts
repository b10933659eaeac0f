/** What a process holds after everything that nobody needs was collected, in megabytes. */
export interface LiveHeap {
  /** Objects and buffers of the main thread. */
  main: number;
  /** The same of each worker thread: instances of functions. */
  threads: number[];
  /** Names of these threads, in the same order. */
  names: string[];
}

/** Environment of a process whose live heap is looked at. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/**
 * Collects garbage in all threads of a process that runs with `inspected`, and weighs what is left. Resident memory says less:
 * how much of it is garbage depends on how busy the machine is.
 * @param printed what the process has printed, with the address of its inspector
 */
export async function liveHeap(printed: string): Promise<LiveHeap> {
  const [, address] = /Debugger listening on (\S+)/.exec(printed) ?? [];
  if (!address) throw new Error('the process names no inspector');
  const inspector = await openInspector(address);
  try {
    const main = await weigh(inspector.call);
    await inspector.call('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const threads: number[] = [];
    const names: string[] = [];
    for (const { name, call } of inspector.threads()) {
      // A thread may end before it answers.
      const megabytes = await Promise.race([weigh(call), pauseMs(5000)]);
      if (megabytes === undefined) continue;
      threads.push(megabytes);
      names.push(name);
    }
    return { main, threads, names };
  } finally {
    inspector.close();
  }
}

type Call = (method: string, params?: object) => Promise<Record<string, number>>;

async function weigh(call: Call): Promise<number> {
  // What finalizers free goes with the second collection.
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const { usedSize = 0, backingStorageSize = 0 } = await call('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize) / 2 ** 20;
}

const pauseMs = (ms: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

/** A session of the inspector's protocol, and of the threads that it tells about. */
async function openInspector(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no inspector at ${address}`));
  });
  let lastId = 0;
  const waiting = new Map<number, (result: Record<string, number>) => void>();
  const sessions: { id: string; name: string }[] = [];
  const send = (post: (message: { id: number; method: string; params: object }) => void): Call => {
    return (method, params = {}) => {
      const id = ++lastId;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        post({ id, method, params });
      });
    };
  };
  const call = send((message) => socket.send(JSON.stringify(message)));
  const callThread = (sessionId: string) =>
    send((message) => {
      void call('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify(message) });
    });
  const receive = (text: string) => {
    const { id, result, method, params } = JSON.parse(text);
    if (method === 'NodeWorker.attachedToWorker') {
      sessions.push({ id: params.sessionId, name: params.workerInfo.title });
    }
    if (method === 'NodeWorker.receivedMessageFromWorker') receive(params.message);
    waiting.get(id)?.(result ?? {});
    waiting.delete(id);
  };
  socket.onmessage = ({ data }) => receive(data);
  return {
    call,
    threads: () => sessions.map(({ id, name }) => ({ name, call: callThread(id) })),
    close: () => socket.close(),
  };
}
