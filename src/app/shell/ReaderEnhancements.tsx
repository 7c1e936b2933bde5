import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { ReaderEnhancementsRef } from '#machines/app/reader-enhancements.ts'
import styles from '#src/views/chrome/chrome.module.css'
import { InstallPrompt } from '#src/views/chrome/InstallPrompt.tsx'
import { NetworkStatus } from '#src/views/chrome/NetworkStatus.tsx'
import { ProgressBar } from '#src/views/chrome/ProgressBar.tsx'
import { usePageTransition } from './use-page-transition.ts'

/** What is drawn of reading comfortably: beside the page, so that nothing of it moves. */
export function ReaderEnhancements({ comfortRef }: { comfortRef: ReaderEnhancementsRef }) {
  const {
    progress,
    network,
    installPrompt: install,
  } = useSelector(comfortRef, ({ children }) => children)
  // It may be there before the page is taken over, which has to begin with what the server rendered.
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  usePageTransition()
  if (!isHydrated) return null
  return createPortal(
    <>
      {progress && <ProgressBar progressRef={progress} />}
      <div className={styles.notices}>
        {network && <NetworkStatus networkRef={network} />}
        {install && <InstallPrompt installRef={install} />}
      </div>
    </>,
    document.body,
  )
}

const neverChanges = () => () => {}
