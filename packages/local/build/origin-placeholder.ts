/**
 * Stands for the origin in the cached assembly, whose port is known only when the host listens;
 * the templates are read with the real origin in its place.
 */
export const originPlaceholder = 'http://local-origin.invalid';
