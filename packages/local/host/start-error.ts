/** A reason why the local cloud cannot start. One line explains it and says what to do. */
export class StartError extends Error {}
