/** Loads the tools that editing starts without: on demand, and in advance, so that they are there without the network. */
export const loadSelectionTools = () => import('./selection-bundle.ts')
/** Loads the views that show differences. */
export const loadDifferences = () => import('./drafts/differences-bundle.ts')
