/** What other features may use of `assistant`. */
export { listItems } from './thread-items.ts';
export { deleteThread, listAllThreads } from './threads.ts';
export { toMessage, toThread } from './to-chat.ts';
