import { useSelector } from '@xstate/react'
import { createPortal } from 'react-dom'
import { selectEditorViews } from '#machines/app/app.ts'
import type { EnhancementsRef } from '#machines/app/enhancements.ts'
import { selectUser } from '#machines/session/auth.ts'
import styles from '#src/views/chrome/chrome.module.css'
import { DisabledTooltip } from '#src/views/chrome/DisabledTooltip.tsx'
import { InstallPrompt } from '#src/views/chrome/InstallPrompt.tsx'
import { NetworkStatus } from '#src/views/chrome/NetworkStatus.tsx'
import { ProgressBar } from '#src/views/chrome/ProgressBar.tsx'
import { SignInOffer } from '#src/views/chrome/SignInOffer.tsx'
import { useIsHydrated } from '#src/views/hooks/use-is-hydrated.ts'
import { useAppActor, useAppRef } from './app-context.tsx'

/** Renders progress bar, network status, sign-in offer, install prompt and tooltip in a portal beside the page, so that nothing shifts. */
export function Enhancements({ enhancementsRef }: { enhancementsRef: EnhancementsRef }) {
  const { progress, network, installPrompt, signInOffer } = useSelector(
    enhancementsRef,
    ({ children }) => children,
  )
  // The deferred bundle may be loaded before hydration.
  const isHydrated = useIsHydrated()
  const isSignedIn = useSelector(useAppActor('auth'), (snapshot) => selectUser(snapshot) !== null)
  // The editor shows it among its own notices.
  const isShownByEditor = useSelector(useAppRef(), selectEditorViews) !== null
  if (!isHydrated) return null
  return createPortal(
    <>
      {progress && <ProgressBar progressRef={progress} />}
      <div className={styles.notices}>
        {network && !isShownByEditor && (
          <NetworkStatus
            networkRef={network}
            signInOfferRef={signInOffer}
            isSignedIn={isSignedIn}
          />
        )}
        {signInOffer && <SignInOffer signInOfferRef={signInOffer} />}
        {installPrompt && <InstallPrompt installPromptRef={installPrompt} />}
      </div>
      <DisabledTooltip />
    </>,
    document.body,
  )
}
