/**
 * Who says how far a reference has an element: the match of words, a model, or a person. The later one counts. Apart from the
 * schemas, which the browser would load with it.
 */
export const evidences = ['text', 'model', 'people'] as const;
