/** Sources of searches with their labels. */
export const searchKindLabels = {
  product: 'Search page',
  api: 'API',
  visitor: 'Start page',
  chat: 'Chatbot',
  report: 'Report',
  alert: 'Alert',
} as const;

export type SearchKind = keyof typeof searchKindLabels;

export const searchKinds = Object.keys(searchKindLabels) as [SearchKind, ...SearchKind[]];
