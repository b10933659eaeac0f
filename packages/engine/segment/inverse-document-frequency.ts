/** Robertson–Spärck Jones idf, in the variant that is never negative. */
export function inverseDocumentFrequency(rows: number, df: number): number {
  return Math.log(1 + (rows - df + 0.5) / (df + 0.5));
}
