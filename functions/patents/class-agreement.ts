import type { PatentDocument } from '#shared/patent-document.ts';

/** CPC symbols of a document, else those of the IPC, which has the same main groups, else those of Locarno, of designs. */
export const symbolsOf = (document: Pick<PatentDocument, 'cpc' | 'ipc' | 'locarno'>): string[] =>
  [document.cpc, document.ipc, document.locarno].find((symbols) => symbols?.length) ?? [];

/**
 * The main group of a CPC or IPC symbol, `B64U80/00` of `B64U80/25`, or a class of Locarno, `02-07`; undefined for another
 * text. Grants before 2006 print the IPC in columns: `H01L 2994` is H01L 29/94.
 */
export const mainGroup = (symbol: string): string | undefined => {
  const text = symbol.trim();
  if (locarno.test(text)) return text;
  const [, subclass, group] =
    /^([A-HY]\d{2}[A-Z])[\s-]*0*(\d{1,4})\//.exec(text) ??
    /^([A-HY]\d{2}[A-Z])( {0,2}\d{1,3})(?<=^.{7})\d{2,}$/.exec(text) ??
    [];
  return subclass && `${subclass}${Number(group)}/00`;
};

const locarno = /^\d{2}-\d{2}$/;

export const groupsOf = (symbols: readonly string[]): string[] => [
  ...new Set(symbols.map(mainGroup).filter((group) => group !== undefined)),
];

/** `A63B` of `A63B53/00`, `02` of `02-07`. */
const subclassesOf = (groups: readonly string[]) =>
  new Set(groups.map((group) => group.slice(0, locarno.test(group) ? 2 : 4)));

/**
 * How far two documents are of the same classes, 0 to 1: the share of their subclasses (`A63B`) that both have, of the one
 * with fewer, because one office gives many symbols and another few. Half of it if they share no main group (`A63B53/00`).
 */
export function classAgreement(ours: readonly string[], theirs: readonly string[]): number {
  const own = subclassesOf(ours);
  const other = subclassesOf(theirs);
  const shared = [...own].filter((subclass) => other.has(subclass)).length;
  if (shared === 0) return 0;
  const isSameGroup = ours.some((group) => theirs.includes(group));
  return (shared / Math.min(own.size, other.size)) * (isSameGroup ? 1 : 0.5);
}

/** Whether two documents share a subclass; `unknown` where the classes of either are not known. */
export type SharedClasses = 'shared' | 'other' | 'unknown';

export function sharedClasses(ours: readonly string[], theirs: readonly string[]): SharedClasses {
  if (ours.length === 0 || theirs.length === 0) return 'unknown';
  return classAgreement(ours, theirs) > 0 ? 'shared' : 'other';
}
