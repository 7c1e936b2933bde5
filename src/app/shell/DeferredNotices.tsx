import { useSelector } from '@xstate/react'
import { selectEnhancementsRef } from '#machines/app/deferred.ts'
import { type LiveUpdatesRef, hasUpdates } from '#machines/live/live-updates.ts'
import { UpdateNotice } from '#src/views/chrome/UpdateNotice.tsx'
import { Enhancements } from './Enhancements.tsx'
import { useAppActor } from './app-context.tsx'

export interface DeferredNoticesProps {
  liveUpdatesRef: LiveUpdatesRef
}

/** Renders the notices of the deferred actors: available updates and the enhancements. */
export function DeferredNotices({ liveUpdatesRef }: DeferredNoticesProps) {
  const isUpdateReady = useSelector(liveUpdatesRef, hasUpdates)
  const enhancementsRef = useSelector(useAppActor('deferred'), selectEnhancementsRef)
  return (
    <>
      {isUpdateReady && <UpdateNotice liveUpdatesRef={liveUpdatesRef} />}
      {enhancementsRef && <Enhancements enhancementsRef={enhancementsRef} />}
    </>
  )
}
