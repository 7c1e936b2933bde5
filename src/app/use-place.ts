import { useSelector } from '@xstate/react'
import { hasPage } from '#content/location.ts'
import { selectFailure } from '#machines/error-page.ts'
import { selectShown } from '#machines/fetcher.ts'
import { selectLocation } from '#machines/navigation.ts'
import { useAppActor } from './actors.tsx'

/** What is on the screen, by a name that changes when something else is; null until there is anything. */
export function usePlace() {
  const { path } = useSelector(useAppActor('navigation'), selectLocation)
  const shown = useSelector(useAppActor('fetcher'), selectShown)
  const failure = useSelector(useAppActor('errorPage'), selectFailure)
  if (failure) return `error at ${path}`
  if (shown) return shown.path
  return hasPage(path) ? null : path
}
