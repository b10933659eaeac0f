import type { PatentDocument } from '#shared/patent-document.ts';
import { isSameOwner } from '#shared/report/names.ts';
import type { FoundReference } from './find-references.ts';

/** The list that stands in place of a chart: references that share a class or the owner with the patent, in their order. */
export const listArt = (
  patent: PatentDocument,
  references: readonly FoundReference[],
): FoundReference[] => references.filter(({ document }) => sharedWith(patent, document).length > 0);

/** Classes and owners that two documents have in common: `class 02-01`, `owner Hinges Inc.`. */
export function sharedWith(patent: PatentDocument, document: PatentDocument): string[] {
  const theirs = new Set(classesOf(document));
  const classes = classesOf(patent).filter((symbol) => theirs.has(symbol));
  const owners = patent.assignees.filter((owner) =>
    document.assignees.some((other) => isSameOwner(owner, other)),
  );
  return [
    ...classes.map((symbol) => `class ${symbol}`),
    ...owners.map((owner) => `owner ${owner}`),
  ];
}

/** Main groups of the CPC and IPC, and symbols of Locarno and of the United States as they are. */
const classesOf = ({ cpc, ipc = [], locarno = [], uspc = [] }: PatentDocument): string[] => [
  ...new Set([
    ...[...cpc, ...ipc].map((symbol) => symbol.replace(/\/.*$/, '').trim()),
    ...locarno,
    ...uspc,
  ]),
];
