/** The effects of the `editorBuild` machine where it has nothing to do. In the visitors' build it is editor-build.visitor.ts. */
import type { EditorBuildEvent, ReloadTime } from '#machines/app/editor-build.ts'

type Send = (event: EditorBuildEvent) => void

export const watchOtherTabs = (_send: Send) => () => {}
export const findReloadTime = (): Promise<ReloadTime> => Promise.resolve('never')
export const openEditorBuild = (_send: Send) => () => {}
