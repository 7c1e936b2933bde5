/** The effects of the `editorBuild` machine where it has nothing to do. In the visitors' build it is editor-build.visitor.ts. */
import type { EditorBuildEvent, ReloadTime } from '#machines/app/editor-build.ts'

export const watchOtherTabs = (_send: (event: EditorBuildEvent) => void) => () => {}
export const findReloadTime = (): Promise<ReloadTime> => Promise.resolve('never')
export const openEditorBuild = () => {}
