/** Pages of the app that its navigation leads to. `under` are the path prefixes for which an entry is marked as current. */
export const appPages = [
  { to: '/index', title: 'Index', under: ['/index', '/data-catalog', '/docs', '/swagger'] },
  { to: '/dataset', title: 'Dataset', under: ['/dataset'] },
  {
    to: '/search',
    title: 'Search',
    under: ['/search', '/saved-searches', '/exports', '/compare', '/patents'],
  },
  { to: '/projects', title: 'Projects', under: ['/projects'] },
  { to: '/lists', title: 'Lists', under: ['/lists'] },
  { to: '/chatbot', title: 'Chatbot', under: ['/chatbot'] },
];
