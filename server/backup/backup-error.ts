/** Thrown for a file that is no backup, or none that this site can be restored from. The message is for people. */
export class BackupError extends Error {}
