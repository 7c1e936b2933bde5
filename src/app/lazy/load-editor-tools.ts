/** Loads the tools of the editor in advance. */
import { loadDifferences, loadSelectionTools } from '#src/editor/load-tools.ts'

/** Loads what the editor otherwise loads when it is first used. Rejects when something cannot be fetched. */
export const loadEditorTools = () => Promise.all([loadSelectionTools(), loadDifferences()])
