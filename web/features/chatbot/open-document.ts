import type { ChatCitation } from '#shared/contract/chat.ts';

/** Opens the text of a patent, at a passage if one is given. */
export type OpenDocument = (ucid: string, place?: ChatCitation['place']) => void;
