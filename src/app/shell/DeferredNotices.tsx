import { useSelector } from '@xstate/react'
import { selectReaderEnhancementsRef } from '#machines/app/deferred.ts'
import { type LiveUpdatesRef, hasUpdates } from '#machines/live/live-updates.ts'
import { UpdateNotice } from '#src/views/chrome/UpdateNotice.tsx'
import { ReaderEnhancements } from './ReaderEnhancements.tsx'
import { useAppActor } from './app-context.tsx'

export interface DeferredNoticesProps {
  liveUpdatesRef: LiveUpdatesRef
}

/** Renders the notices of the deferred actors: available updates and the reader enhancements. */
export function DeferredNotices({ liveUpdatesRef }: DeferredNoticesProps) {
  const isUpdateReady = useSelector(liveUpdatesRef, hasUpdates)
  const readerEnhancementsRef = useSelector(useAppActor('deferred'), selectReaderEnhancementsRef)
  return (
    <>
      {isUpdateReady && <UpdateNotice liveUpdatesRef={liveUpdatesRef} />}
      {readerEnhancementsRef && (
        <ReaderEnhancements readerEnhancementsRef={readerEnhancementsRef} />
      )}
    </>
  )
}
