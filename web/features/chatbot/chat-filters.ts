import type { ChatFilters } from '#shared/contract/chat.ts';
import { kindCodeFilterPattern } from '#shared/ucid.ts';

export type Criterion = NonNullable<ChatFilters['priority_date_criteria']>;

/** What the filter panel holds. Empty texts filter nothing. */
export interface FilterFields {
  /** Dates as `2015-01-31`. */
  priorityDate: string;
  priorityCriterion: Criterion;
  publicationDate: string;
  publicationCriterion: Criterion;
  cpc: string;
  kindCode: string;
}

export const noFilters: FilterFields = {
  priorityDate: '',
  priorityCriterion: '<',
  publicationDate: '',
  publicationCriterion: '<',
  cpc: '',
  kindCode: '',
};

export const kindCodeMaxLength = 2;
export const cpcMaxLength = 20;

/** What is wrong with a kind code; undefined if nothing is. */
export function kindCodeProblem({ kindCode }: FilterFields): string | undefined {
  const code = normalized(kindCode);
  return code === '' || kindCodeFilterPattern.test(code)
    ? undefined
    : 'A kind code is a letter with or without a digit, such as B2, or one or two digits.';
}

const normalized = (kindCode: string) => kindCode.trim().toUpperCase();

/** How many filters are set. */
export const countFilters = ({ priorityDate, publicationDate, cpc, kindCode }: FilterFields) =>
  [priorityDate, publicationDate, cpc, kindCode].filter((value) => value.trim() !== '').length;

/** The filters as they are sent: without those that are not set, dates without their dashes. */
export function toChatFilters(fields: FilterFields): ChatFilters {
  const filters: ChatFilters = {};
  if (fields.priorityDate) {
    filters.priority_date = fields.priorityDate.replaceAll('-', '');
    filters.priority_date_criteria = fields.priorityCriterion;
  }
  if (fields.publicationDate) {
    filters.publication_date = fields.publicationDate.replaceAll('-', '');
    filters.publication_date_criteria = fields.publicationCriterion;
  }
  const cpc = fields.cpc.trim();
  if (cpc) filters.cpc = cpc;
  const kindCode = normalized(fields.kindCode);
  if (kindCode) filters.kind_code = kindCode;
  return filters;
}
