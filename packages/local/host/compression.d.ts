// The published types ask for the request of Express; the package works with that of Node.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  // biome-ignore lint/style/noDefaultExport: so the package has it
  export default function compression(options?: {
    /** Shorter answers are sent as they are, in bytes. */
    threshold?: number;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
