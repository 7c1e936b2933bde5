import type { ReactNode } from 'react'
import { createActor, setup } from 'xstate'
import type { AppRef } from '#machines/app/app.ts'
import { activeEditorMachine } from '#machines/editing/active-editor.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'

/** Returns a wrapper that renders in an app whose only actor is the one that holds the active rich-text editor. */
export const createActiveEditorWrapper = () => {
  const appMachine = setup({ actors: { activeEditor: activeEditorMachine } }).createMachine({
    invoke: { id: 'activeEditor', src: 'activeEditor' },
  })
  const appRef = createActor(appMachine).start() as unknown as AppRef
  return ({ children }: { children: ReactNode }) => (
    <AppProvider value={appRef}>{children}</AppProvider>
  )
}
