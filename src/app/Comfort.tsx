import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { ComfortRef } from '#machines/comfort.ts'
import styles from '#src/views/Comfort.module.css'
import { InstallOffer } from '#src/views/InstallOffer.tsx'
import { NetworkStatus } from '#src/views/NetworkStatus.tsx'
import { ProgressBar } from '#src/views/ProgressBar.tsx'
import { usePageTransition } from './use-page-transition.ts'

/** What is drawn of reading comfortably: beside the page, so that nothing of it moves. */
export function Comfort({ comfortRef }: { comfortRef: ComfortRef }) {
  const { progress, network, install } = useSelector(comfortRef, ({ children }) => children)
  // It may be there before the page is taken over, which has to begin with what the server rendered.
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  usePageTransition()
  if (!isTakenOver) return null
  return createPortal(
    <>
      {progress && <ProgressBar progressRef={progress} />}
      <div className={styles.corner}>
        {network && <NetworkStatus networkRef={network} />}
        {install && <InstallOffer installRef={install} />}
      </div>
    </>,
    document.body,
  )
}

const neverChanges = () => () => {}
