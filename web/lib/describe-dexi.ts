/** What people read of the patent assistant before they ask it. */
export const describeDexi =
  'The patent assistant searches by meaning, reads what it finds, and quotes it. Describe an invention, paste a whole claim, or name a patent. It can be wrong: open its sources.';
