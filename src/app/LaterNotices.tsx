import { useSelector } from '@xstate/react'
import { selectComfort } from '#machines/later.ts'
import { type LiveRef, hasUpdate } from '#machines/live.ts'
import { UpdateNotice } from '#src/views/UpdateNotice.tsx'
import { Comfort } from './Comfort.tsx'
import { useAppActor } from './actors.tsx'

export interface LaterNoticesProps {
  liveRef: LiveRef
}

/** What is drawn of the actors that come after the page, in the place for notices. */
export function LaterNotices({ liveRef }: LaterNoticesProps) {
  const changed = useSelector(liveRef, hasUpdate)
  const comfortRef = useSelector(useAppActor('later'), selectComfort)
  return (
    <>
      {changed && <UpdateNotice liveRef={liveRef} />}
      {comfortRef && <Comfort comfortRef={comfortRef} />}
    </>
  )
}
