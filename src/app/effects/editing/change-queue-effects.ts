/** Provides the effects of the change queue, which sends changes to the API. */
import { fromCallback, fromPromise } from 'xstate'
import type { ChangeJob, ResourceUpdates } from '#content/change/change-run.ts'
import { changeOnOtherPage } from '#content/change/undo/history-states.ts'
import { resolveSortValue } from '#content/change/sort-value.ts'
import type { Change, ChangePage, Intent, Step } from '#content/change/types.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import type { RequestTrackerRef } from '#machines/app/request-tracker.ts'
import { changeQueueMachine } from '#machines/editing/changes/change-queue.ts'
import { changeRunMachine } from '#machines/editing/changes/change-run.ts'
import { type FetcherRef, selectCurrentPage } from '#machines/page/fetcher.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import { readFileAsDataUri } from '#src/api/files.ts'
import { prepareChange } from '../../services/prepare-change.ts'
import { nullIfMissing } from '../../services/prepare-update.ts'
import { refetch, repeatUntilPathStable } from '../../services/refetch.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { currentPagePath } from '../shared.ts'

const readOrNull = (system: ActorSystem, signal: AbortSignal) => (request: string) =>
  nullIfMissing(
    withSession(system, () =>
      servicesOf(system).readResource(request, { path: currentPagePath(system), signal }),
    ),
    { isVisitor: false },
  )

/** Returns the path in the address bar, by which a page can be opened again: without a route it is `/_cwa/{iri}`. */
const locationPath = (system: ActorSystem) => {
  const navigationRef: NavigationRef = system.get('navigation')
  return selectLocation(navigationRef.getSnapshot()).path
}

/** Returns the current page as a change remembers it: with its title, or its path if it has none. */
const currentPage = (system: ActorSystem): ChangePage => {
  const fetcherRef: FetcherRef = system.get('fetcher')
  const { page, pageData } = selectCurrentPage(fetcherRef.getSnapshot()) ?? {}
  const path = locationPath(system)
  const shown: Resource | undefined = servicesOf(system).cache.read(pageData ?? page ?? '')
  const title = shown?.['title']
  return { path, title: typeof title === 'string' && title !== '' ? title : path }
}

/**
 * Adds a notification about a change that was undone or redone on another page: one for each page.
 * @internal Exported for tests.
 */
export const notifyOfOtherPage = (
  { system }: { system: ActorSystem },
  { job }: { job: ChangeJob },
) => {
  const found = changeOnOtherPage(job, locationPath(system))
  if (!found) return
  const { direction, change, page } = found
  const notificationsRef: NotificationsRef = system.get('notifications')
  notificationsRef.send({
    type: 'notification.added',
    key: `other page ${page.path}`,
    tone: 'info',
    heading: `${direction === 'undo' ? 'Undone' : 'Redone'} on another page`,
    messages: [],
    otherPageChange: { change, page },
  })
}

const changeRun = changeRunMachine.provide({
  actors: {
    prepareChange: fromPromise<Change, { id: string; intent: Intent }>(
      async ({ system, input, signal }) => {
        const { cache } = servicesOf(system)
        const page = currentPage(system)
        const change = await prepareChange({
          ...input,
          cache,
          fetchResource: readOrNull(system, signal),
          fetchFile: readFileAsDataUri,
          now: Date.now,
        })
        return { ...change, page }
      },
    ),
    sendStep: fromPromise<Versioned | null, Step>(({ system, input }) => {
      const { cache, sendStep } = servicesOf(system)
      return withSession(system, () =>
        sendStep(resolveSortValue(input, cache.read), {
          path: currentPagePath(system),
          account: editingAccount(system)['@id'],
        }),
      )
    }),
    renewSession,
    refetch: fromPromise<ResourceUpdates, { requests: string[] }>(({ system, input, signal }) =>
      repeatUntilPathStable(
        () => currentPagePath(system),
        () =>
          refetch({
            ...input,
            read: servicesOf(system).cache.read,
            fetchResource: readOrNull(system, signal),
          }),
      ),
    ),
    holdLiveUpdates: fromCallback(({ system, self: { sessionId: id } }) => {
      const requestTrackerRef: RequestTrackerRef = system.get('requestTracker')
      requestTrackerRef.send({ type: 'request.started', id })
      return () => requestTrackerRef.send({ type: 'request.finished', id })
    }),
  },
  actions: {
    notifyOfOtherPage,
    updateCache: ({ system }, { items, removed }) => {
      const { cache } = servicesOf(system)
      cache.remove(removed)
      cache.save(items)
    },
  },
})

export const changeQueue = changeQueueMachine.provide({ actors: { changeRun } })
