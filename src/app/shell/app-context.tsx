/** Provides the root actor to components, and its long-lived children by their id. */
import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { AppRef, AppActorId } from '#machines/app/app.ts'

const AppContext = createContext<AppRef | null>(null)
export const AppProvider = AppContext.Provider

/** Returns the root actor; throws outside of an `<AppProvider>`. */
export function useAppRef() {
  const appRef = use(AppContext)
  if (!appRef) throw new Error('useAppRef needs an <AppProvider>')
  return appRef
}

/** Returns a long-lived actor by its id, for example `const authRef = useAppActor('auth')`. */
export function useAppActor<Id extends AppActorId>(id: Id) {
  const child = useSelector(useAppRef(), (snapshot) => snapshot.children[id])
  if (!child) throw new Error(`"${id}" is not running.`)
  return child
}
