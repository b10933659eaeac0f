/** Where the browser remembers which conversation it was in last. */
export const storedThreadKey = 'antecede.chat-thread';

/** Has the page of the assistant open a conversation of the person who is signed in. */
export const rememberThread = (id: string): void =>
  window.localStorage.setItem(storedThreadKey, JSON.stringify({ id }));
