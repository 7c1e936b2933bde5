import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type ArrivalRef, isFirstPage } from '#machines/page/arrival.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from './app-context.tsx'
import { useDocumentHead } from './use-document-head.ts'
import { usePageKey } from './use-page-key.ts'

export interface ArrivalProps {
  arrivalRef: ArrivalRef
  /** The site's public origin; null when it is not configured. */
  origin: string | null
}

/** Updates the document's head after a navigation, and tells the arrival actor which screen it is rendered beside. */
export function Arrival({ arrivalRef, origin }: ArrivalProps) {
  const pageKey = usePageKey()
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const isFirst = useSelector(arrivalRef, isFirstPage({ pageKey, location }))
  useEffect(
    () => arrivalRef.send({ type: 'page.rendered', pageKey, location, title: document.title }),
    [arrivalRef, pageKey, location],
  )
  // The effects of a child run first, so the title is the new page's when it is announced.
  return isFirst ? null : <DocumentHead origin={origin} />
}

function DocumentHead({ origin }: Pick<ArrivalProps, 'origin'>) {
  useDocumentHead(origin)
  return null
}
