/** A reason not to start that one line explains, together with what to do about it. */
export class StartError extends Error {}
