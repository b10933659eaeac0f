import type { ReactNode } from 'react';
import type { ChatCitation } from '#shared/contract/chat.ts';

/** Opens the text of a patent, at a passage if one is given. */
export type OpenDocument = (ucid: string, place?: ChatCitation['place']) => void;

/** What can be done with a patent of an answer, such as adding it to a list. */
export type PatentActions = (ucid: string, title: string) => ReactNode;
