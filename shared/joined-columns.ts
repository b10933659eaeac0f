/** How the columns of a dataset differ from those of the first that it is joined with. */
export interface ColumnDifferences {
  /** Columns of the first that it lacks: its rows have empty cells there. */
  missing: string[];
  /** Columns that the first lacks: the rows of others have empty cells there. */
  further: string[];
}

export const columnDifferences = (
  first: readonly string[],
  other: readonly string[],
): ColumnDifferences => ({
  missing: first.filter((name) => !other.includes(name)),
  further: other.filter((name) => !first.includes(name)),
});
