/** Effects and helpers that several machines share. */
import { fromPromise } from 'xstate'
import type { ConfirmOptions, DialogsRef } from '#machines/app/dialogs.ts'
import type { RequestTrackerRef } from '#machines/app/request-tracker.ts'
import { type FetcherRef, selectCurrentPage } from '#machines/page/fetcher.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import type { ActorSystem } from '../services/services.ts'

/** Opens a confirmation dialog and resolves with the answer; withdraws the dialog when the effect is stopped. */
export const confirm = fromPromise<boolean, ConfirmOptions>(
  ({ system, input: options, signal, self }) =>
    new Promise((resolve) => {
      const dialogsRef: DialogsRef = system.get('dialogs')
      const id = self.sessionId
      const subscription = dialogsRef.on('dialog.answered', (event) => {
        if (event.id !== id) return
        subscription.unsubscribe()
        resolve(event.outcome)
      })
      signal.addEventListener('abort', () => {
        subscription.unsubscribe()
        // When the session ends, the dialogs are stopped before an actor that asked.
        const runningDialogsRef: DialogsRef | undefined = system.get('dialogs')
        runningDialogsRef?.send({ type: 'dialog.withdrawn', id })
      })
      dialogsRef.send({ type: 'dialog.opened', id, options })
    }),
)

/** Reports a request to the request tracker, which drives the progress bar and delays live updates. */
export const trackRequest = async <Result>(
  { system, self }: { system: ActorSystem; self: { sessionId: string } },
  request: Promise<Result>,
) => {
  const requestTrackerRef: RequestTrackerRef = system.get('requestTracker')
  const id = self.sessionId
  requestTrackerRef.send({ type: 'request.started', id })
  return request.finally(() => requestTrackerRef.send({ type: 'request.finished', id }))
}

/** Returns the path of the current location: of a page that was opened by its IRI, `/_cwa/{iri}`. */
export const locationPath = (system: ActorSystem) => {
  const navigationRef: NavigationRef = system.get('navigation')
  return selectLocation(navigationRef.getSnapshot()).path
}

/**
 * Returns the path at which the content of the current page was requested, or the location's if there is no page; dynamic
 * positions depend on it. Of a page that was opened by its IRI it is the IRI.
 */
export const currentPagePath = (system: ActorSystem) => {
  const fetcherRef: FetcherRef = system.get('fetcher')
  return selectCurrentPage(fetcherRef.getSnapshot())?.path ?? locationPath(system)
}
