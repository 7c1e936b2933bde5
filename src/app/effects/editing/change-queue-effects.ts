/** Provides the effects of the change queue, which sends changes to the API. */
import { type EventObject, fromCallback, fromPromise } from 'xstate'
import type { RefetchInput } from '#content/change/change-refetch.ts'
import type { ResourceUpdates, StepResponse } from '#content/change/change-run.ts'
import { resolveSortValue } from '#content/change/sort-value.ts'
import type { Change, Intent, Step } from '#content/change/types.ts'
import { formerResources } from '#content/change/undo/recreated-positions.ts'
import type { Resource } from '#content/model/resource.ts'
import type { RequestTrackerRef } from '#machines/app/request-tracker.ts'
import { changeQueueMachine } from '#machines/editing/changes/change-queue.ts'
import { changeRunMachine } from '#machines/editing/changes/change-run.ts'
import { readFileAsDataUri } from '#src/api/files.ts'
import { painted } from '#src/editor/dom/after-paint.ts'
import { newId } from '#src/ui/new-id.ts'
import { batch } from '#src/resources/signals.ts'
import { prepareChange } from '../../services/prepare-change.ts'
import { sendStep } from '../../services/send-step.ts'
import { refetch, repeatUntilPathStable } from '../../services/refetch.ts'
import { servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { currentPagePath } from '../shared.ts'
import { changePage, notifyOfOtherPage } from './other-page-effects.ts'
import { resourceReaderOf } from './resource-reader.ts'

const changeRun = changeRunMachine.provide({
  actors: {
    prepareChange: fromPromise<Change, { id: string; intent: Intent }>(
      async ({ system, input, signal }) => {
        const page = changePage(system)
        // The page shows what was requested before the requests for it are computed, which takes longer on a long page.
        await painted()
        const { cache, loadApi } = servicesOf(system)
        const { isEmbedded } = await loadApi()
        const change = await prepareChange({
          ...input,
          ...resourceReaderOf(system, signal),
          fetchFile: readFileAsDataUri,
          now: Date.now,
          newId: isEmbedded ? newId : undefined,
        })
        return { ...change, page, former: formerResources(change.inverse, cache.read) }
      },
    ),
    sendStep: fromPromise<StepResponse, Step>(({ system, input }) => {
      const services = servicesOf(system)
      return withSession(system, () =>
        sendStep(services, resolveSortValue(input, services.cache.read), {
          path: currentPagePath(system),
          account: editingAccount(system)['@id'],
        }),
      )
    }),
    renewSession,
    refetch: fromPromise<ResourceUpdates, RefetchInput>(async ({ system, input, signal }) => {
      const { cache, fetchResource } = resourceReaderOf(system, signal)
      const { isEmbedded } = await servicesOf(system).loadApi()
      const drafts = isEmbedded ? input.drafts : []
      return repeatUntilPathStable(
        () => currentPagePath(system),
        () => refetch({ ...input, drafts, read: cache.read, etag: cache.etag, fetchResource }),
      )
    }),
    holdLiveUpdates: fromCallback(({ system, self: { sessionId: id } }) => {
      const requestTrackerRef: RequestTrackerRef = system.get('requestTracker')
      requestTrackerRef.send({ type: 'request.started', id })
      return () => requestTrackerRef.send({ type: 'request.finished', id })
    }),
    showRecreated: fromCallback<EventObject, { former: readonly Resource[] }>(
      ({ system, input: { former } }) => {
        const { cache } = servicesOf(system)
        cache.save(former.map((resource) => ({ resource })))
        const isStillFormer = (resource: Resource) => cache.read(resource['@id']) === resource
        return () => cache.remove(former.filter(isStillFormer).map((resource) => resource['@id']))
      },
    ),
  },
  actions: {
    notifyOfOtherPage,
    updateCache: ({ system }, { items, removed }) => {
      const { cache } = servicesOf(system)
      batch(() => {
        cache.remove(removed)
        cache.save(items)
      })
    },
  },
})

export const changeQueue = changeQueueMachine.provide({ actors: { changeRun } })
