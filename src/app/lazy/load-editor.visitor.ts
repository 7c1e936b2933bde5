/** Loads no editor: the visitors' build has none, and gives way to the one that has (machines/app/editor-build.ts). */
import type { EditorBundle } from '#machines/app/app.ts'

export const loadEditor = () => new Promise<EditorBundle>(() => {})
