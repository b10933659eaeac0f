import { alternativesOf, type SearchFilters } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { plain } from './sources.ts';

const legalForms =
  /^(?:inc|incorporated|ltd|limited|llc|corp|corporation|co|company|gmbh|ag|kg|se|sa|nv|bv|ab|oy|plc|lp)$/;
const nameWords = (name: string) =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !legalForms.test(word));

/** Whether a name has all words of another one, in any order and whatever their legal forms. */
function isNamed(name: string, wanted: string): boolean {
  const words = nameWords(name);
  return nameWords(wanted).every((word) => words.some((one) => one.startsWith(word)));
}

const either = (filter: string | null) => alternativesOf(filter).map(plain).join(' or ');

/** Filters that a document does not pass, with what it has. */
export function failedFilters(document: PatentDocument, filters: SearchFilters): string[] {
  const { priority_date: priority, publication_date: published } = document;
  const failed: string[] = [];
  const check = (
    name: string,
    value: string | undefined,
    after: string | null,
    before: string | null,
  ) => {
    const outside = !value || (after && value <= after) || (before && value >= before);
    if ((after || before) && outside)
      failed.push(
        `${name} is ${value ?? 'not known'}, wanted ${[after && `after ${after}`, before && `before ${before}`].filter(Boolean).join(' and ')}`,
      );
  };
  check('priority date', priority, filters.priority_after, filters.priority_before);
  check('publication date', published, filters.published_after, filters.published_before);
  const symbols = [...document.cpc, ...(document.ipc ?? [])].map((code) => code.replace(/\s/g, ''));
  const kind = document.kind_code;
  const office = document.ucid.slice(0, document.ucid.indexOf('-'));
  const begins = (values: readonly string[], value: string) =>
    values.some((one) => one.toLowerCase().startsWith(value.toLowerCase()));
  const holds = (values: readonly string[], value: string) =>
    values.some((one) => isNamed(one, value));
  const meets = (filter: string | null, test: (value: string) => boolean) =>
    !filter || alternativesOf(filter).some(test);
  const isKind = (value: string) =>
    /^[A-Z]$/i.test(value) ? begins([kind ?? ''], value) : kind === value;
  const owners = document.assignees.map(plain).join(', ') || 'not known';
  const lacking: [boolean, string][] = [
    [
      meets(filters.cpc, (value) => begins(symbols, value)),
      `no CPC code begins with ${either(filters.cpc)}`,
    ],
    [
      meets(filters.kind_code, isKind),
      `kind code is ${kind ?? 'not known'}, wanted ${either(filters.kind_code)}`,
    ],
    [
      meets(filters.assignee, (value) => holds(document.assignees, value)),
      `assignee is ${owners}, wanted ${either(filters.assignee)}`,
    ],
    [
      meets(filters.office, (value) => value === office),
      `office is ${office}, wanted ${either(filters.office)}`,
    ],
    [
      meets(filters.inventor, (value) => holds(document.inventors, value)),
      `inventors are ${document.inventors.map(plain).join(', ') || 'not known'}, wanted ${either(filters.inventor)}`,
    ],
  ];
  const excluded: [boolean, string][] = [
    [
      meets(filters.not_cpc, (value) => begins(symbols, value)),
      `a CPC code begins with ${either(filters.not_cpc)}`,
    ],
    [meets(filters.not_kind_code, isKind), `kind code is ${kind}, which is left out`],
    [
      meets(filters.not_assignee, (value) => holds(document.assignees, value)),
      `assignee is ${owners}, which is left out`,
    ],
    [
      meets(filters.not_office, (value) => value === office),
      `office is ${office}, which is left out`,
    ],
  ];
  const isSet = [filters.not_cpc, filters.not_kind_code, filters.not_assignee, filters.not_office];
  for (const [met, line] of lacking) if (!met) failed.push(line);
  for (const [at, [met, line]] of excluded.entries()) if (isSet[at] && met) failed.push(line);
  return failed;
}
