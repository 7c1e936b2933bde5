/** Thrown when the server cannot start; the message is one line for the operator. */
export class StartupError extends Error {}
