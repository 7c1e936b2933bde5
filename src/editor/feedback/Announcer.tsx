import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import {
  type AnnouncerRef,
  selectCount,
  selectMessage,
  selectSelected,
} from '#machines/app/announcer.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import viewStyles from '#src/views/views.module.css'
import { useIsPageShown } from '../hooks/use-is-page-shown.ts'
import { labelOf } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'

/** Renders the live region with the latest announcement for screen readers, and what is selected after a removal. */
export function Announcer({ announcerRef }: { announcerRef: AnnouncerRef }) {
  const message = useSelector(announcerRef, selectMessage(useIsPageShown()))
  const count = useSelector(announcerRef, selectCount)
  const selected = useSelector(announcerRef, selectSelected)
  return (
    // Screen readers announce only the part that has changed.
    <p role="status" aria-atomic="false" className={viewStyles['liveRegion']}>
      <span key={count}>{message}</span>
      {selected === null ? null : <SelectedLabel key={selected} iri={selected} />}
    </p>
  )
}

function SelectedLabel({ iri }: { iri: Iri }) {
  const site = useSiteKinds()
  const label = useResourceSelector((read) => labelOf(iri, read, site))
  return <span> Selected: {label}</span>
}
