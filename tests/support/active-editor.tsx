import type { ReactNode } from 'react'
import { type InspectionEvent, createActor, setup } from 'xstate'
import type { AppRef } from '#machines/app/app.ts'
import { activeEditorMachine } from '#machines/editing/active-editor.ts'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'

/** Returns a wrapper that renders in an app with the actors that a rich text needs. */
export const createActiveEditorWrapper = (inspect?: (event: InspectionEvent) => void) => {
  const appMachine = setup({
    actors: { activeEditor: activeEditorMachine, editMode: editModeMachine },
  }).createMachine({
    invoke: [
      { id: 'activeEditor', src: 'activeEditor' },
      { id: 'editMode', src: 'editMode' },
    ],
  })
  const appRef = createActor(appMachine, inspect && { inspect }).start() as unknown as AppRef
  return ({ children }: { children: ReactNode }) => (
    <AppProvider value={appRef}>{children}</AppProvider>
  )
}
