import type { EntryKind } from '#shared/contract/projects.ts';

/** What changes for a thing that goes into a project. */
export const entryNotes: Record<EntryKind, string> = {
  list: 'Who sees the project sees the list and adds to it; nobody else does.',
  report: 'In a confidential project only its people see what you add to the report.',
  conversation: 'Who sees the project reads the conversation, also what is said later.',
  search: 'It is copied. Your alert stays yours.',
};
