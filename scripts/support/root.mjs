import { fileURLToPath } from 'node:url'

/** Path of the repository, wherever the script was started. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
