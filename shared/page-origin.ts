/**
 * Stands for the address of an installation in the documents of the web build, because one build serves them all. Who
 * serves or deploys the documents puts the address in its place.
 */
export const pageOriginPlaceholder = 'https://page-origin.invalid';
