import { useSelector } from '@xstate/react'
import { selectReaderEnhancementsRef } from '#machines/app/deferred.ts'
import { type LiveUpdatesRef, hasUpdates } from '#machines/live/live-updates.ts'
import { UpdateNotice } from '#src/views/chrome/UpdateNotice.tsx'
import { ReaderEnhancements } from './ReaderEnhancements.tsx'
import { useAppActor } from './app-context.tsx'

export interface DeferredNoticesProps {
  liveRef: LiveUpdatesRef
}

/** What is drawn of the actors that come after the page, in the place for notices. */
export function DeferredNotices({ liveRef }: DeferredNoticesProps) {
  const isUpdateReady = useSelector(liveRef, hasUpdates)
  const comfortRef = useSelector(useAppActor('deferred'), selectReaderEnhancementsRef)
  return (
    <>
      {isUpdateReady && <UpdateNotice liveRef={liveRef} />}
      {comfortRef && <ReaderEnhancements comfortRef={comfortRef} />}
    </>
  )
}
