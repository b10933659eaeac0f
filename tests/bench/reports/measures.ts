/** Quality of a ranking with binary relevance. */
export interface Quality {
  recall10: number;
  recall100: number;
  ndcg10: number;
}

export function qualityOf(ranked: readonly string[], relevant: ReadonlySet<string>): Quality {
  const recall = (depth: number) =>
    ranked.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size;
  const gain = (position: number) => 1 / Math.log2(position + 2);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const found = ranked.slice(0, 10).map((id, position) => (relevant.has(id) ? gain(position) : 0));
  const ideal = Array.from({ length: Math.min(10, relevant.size) }, (_, position) =>
    gain(position),
  );
  return { recall10: recall(10), recall100: recall(100), ndcg10: sum(found) / sum(ideal) };
}

export function meanOf(all: readonly Quality[]): Quality {
  const mean = (field: keyof Quality) =>
    all.reduce((total, one) => total + one[field], 0) / all.length;
  return { recall10: mean('recall10'), recall100: mean('recall100'), ndcg10: mean('ndcg10') };
}
