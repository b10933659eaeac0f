import type { ClaimElement } from './report.ts';

const traitNotes: Partial<Record<NonNullable<ClaimElement['traits']>[number], string>> = {
  known: 'Known, by the words of the claim',
  condition: 'Under a condition',
  negative: 'Something must be absent',
  optional: 'Optional: not counted',
  ordered: 'Comes after or before another step',
};

/** What people who read a chart should know of an element, a few words each. */
export function elementNotes(element: ClaimElement): string[] {
  const { role, within, meansPlusFunction, alternatives, traits = [] } = element;
  return [
    role === 'preamble' ? 'Preamble' : '',
    within ? `Part of ${within}` : '',
    meansPlusFunction ? 'Worded as a means for a function' : '',
    alternatives ? `${alternatives.length} alternatives: one is enough` : '',
    ...traits.map((trait) => traitNotes[trait] ?? ''),
  ].filter(Boolean);
}
