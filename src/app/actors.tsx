import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { AppRef, LongLived } from '#machines/app.ts'

const AppContext = createContext<AppRef | null>(null)
export const AppProvider = AppContext.Provider

export function useApp() {
  const appRef = use(AppContext)
  if (!appRef) throw new Error('useAppActor needs an <AppProvider>.')
  return appRef
}

/** A long-lived actor by its id: `const authRef = useAppActor('auth')`. */
export function useAppActor<Id extends LongLived>(id: Id) {
  const child = useSelector(useApp(), (snapshot) => snapshot.children[id])
  if (!child) throw new Error(`"${id}" is not running.`)
  return child
}
