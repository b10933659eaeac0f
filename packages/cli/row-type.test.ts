import { expect, test } from 'vitest';
import type { Index } from '../sdk-js/generated.ts';
import { rowType } from './row-type.ts';

const bees = {
  name: '2bees',
  columns_role: {
    id: 'metadata',
    'year "built"': 'metadata',
    v: 'metadata',
    text: 'index',
    x: 'ignore',
  },
  columns_type: { id: 'id', 'year "built"': 'number', v: 'vector', text: 'text' },
} as Partial<Index> as Index;

test('a type has the columns of an index, whatever they are called', () => {
  expect(rowType(bees, 'typescript')).toBe(`/** A row of 2bees. */
export interface _2beesRow {
  /** An id. */
  id: string;
  /** A number. */
  "year \\"built\\"": string;
  /** Searched by meaning. It is sent with rows, and not returned. */
  text?: string;
}
`);
  expect(rowType(bees, 'python')).toBe(`from typing import NotRequired, TypedDict

# A row of 2bees.
_2beesRow = TypedDict(
    "_2beesRow",
    {
        "id": str,  # An id
        "year \\"built\\"": str,  # A number
        "text": NotRequired[str],  # Searched by meaning. It is sent with rows, and not returned
    },
)
`);
});
