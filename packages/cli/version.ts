import manifest from './package.json' with { type: 'json' };

/** The published version. */
export const { version } = manifest;
