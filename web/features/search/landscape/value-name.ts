import { classNameOf } from '#web/lib/class-names.ts';
import { officeName } from '#web/lib/office-name.ts';
import type { FacetColumn } from '../facets/facet-columns.ts';

/** A value of a facet with what it means: `A01, Agriculture; animals; fishing`. */
export function valueName({ kind }: FacetColumn, value: string): string {
  const meaning =
    kind === 'classes' ? classNameOf(value) : kind === 'offices' ? officeName(value) : undefined;
  return meaning === undefined || meaning === value ? value : `${value}, ${meaning}`;
}
