/**
 * Loads the tools that editing starts without: on demand, and in advance, so that they are there without the network. Rejects
 * where they cannot be fetched.
 */
export const loadTools = () => import('./tools-bundle.ts')
