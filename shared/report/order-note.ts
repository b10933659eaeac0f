/** In which order the references of a report stand. */
export const orderNote = (hasChart: boolean): string =>
  `The order is that of ${hasChart ? 'the categories, then of what is art by its dates, then of how much of an independent claim a reference has where a model judged that, then of the score' : 'the score'}. The score joins places in the searches, nearness by words, classes and citations, 0 to 1.`;
