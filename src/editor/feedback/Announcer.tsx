import { useSelector } from '@xstate/react'
import { type AnnouncerRef, selectCount, selectMessage } from '#machines/app/announcer.ts'
import viewStyles from '#src/views/views.module.css'

/** Renders the live region with the latest announcement for screen readers. */
export function Announcer({ announcerRef }: { announcerRef: AnnouncerRef }) {
  const message = useSelector(announcerRef, selectMessage)
  const count = useSelector(announcerRef, selectCount)
  return (
    <p role="status" className={viewStyles['liveRegion']}>
      <span key={count}>{message}</span>
    </p>
  )
}
