/** The same seed for every build: the same dataset gives the same index. */
export const modelSeed = 1;
