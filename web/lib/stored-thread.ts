/** Where the browser remembers which conversation it was in last. */
export const storedThreadKey = 'antecede.chat-thread';

/** Has the page of the assistant open a conversation. The token of one that began here without a sign-in is kept. */
export function rememberThread(id: string): void {
  const stored = window.localStorage.getItem(storedThreadKey);
  const text = JSON.stringify({ id });
  if (!stored?.startsWith(text.slice(0, -1))) window.localStorage.setItem(storedThreadKey, text);
}
