/** What other features may use of `exports`. */
export { forgetSearchExports, removeSearchExportsOf, searchExportsBy } from './exports-of.ts';
