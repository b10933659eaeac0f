/** In which order the references of a report stand. Their scores need not have the same order. */
export const orderNote = (hasChart: boolean): string =>
  `The order is that of ${hasChart ? 'the categories, then of ' : ''}all searches together: title and abstract, claims, their parts and classes. The score is the best of a single search, 0 to 1, so a higher one can stand lower.`;
