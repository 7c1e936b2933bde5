import { useSelector } from '@xstate/react'
import { type LiveRef, hasUpdate } from '#machines/live.ts'
import { UpdateNotice } from '#src/views/UpdateNotice.tsx'

export interface LaterNoticesProps {
  liveRef: LiveRef
}

/** What is drawn of the actors that come after the page, in the place for notices. */
export function LaterNotices({ liveRef }: LaterNoticesProps) {
  const changed = useSelector(liveRef, hasUpdate)
  return changed && <UpdateNotice liveRef={liveRef} />
}
