/** What a project can hold. Each thing is in one project at most. Apart from the schemas, which the browser would load with it. */
export const entryKinds = ['list', 'report', 'conversation', 'search'] as const;
