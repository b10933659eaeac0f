import type { ItemContent, ThreadItem } from './thread-items.ts';

/** The pieces of an answer to the last question that were cut off, as one text; empty if there is none. */
export function begunAnswer(items: readonly ThreadItem[]): string {
  const contents = items.map(({ content }) => content);
  const asked = contents.findLastIndex(({ type }) => type === 'question');
  const pieces = contents.slice(asked + 1).flatMap(pieceOf);
  return pieces.reduce(continued, '');
}

const pieceOf = (content: ItemContent) => (content.type === 'answer_piece' ? [content.text] : []);

/** Characters at a break that a model repeats at most, and from which on equal ones are a repetition. */
const repeatMost = 400;
const repeatFrom = 12;

/** A text with what follows. Models often repeat the last words before a break: these are there once. */
export function continued(begun: string, next: string): string {
  for (let length = Math.min(repeatMost, next.length); length >= repeatFrom; length--) {
    if (begun.endsWith(next.slice(0, length))) return begun + next.slice(length);
  }
  return begun + next;
}
