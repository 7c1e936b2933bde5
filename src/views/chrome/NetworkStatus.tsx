import { useSelector } from '@xstate/react'
import { type NetworkRef, isOffline, isReconnecting } from '#machines/live/network.ts'
import { type SignInOfferRef, isReading } from '#machines/session/sign-in-offer.ts'
import styles from './chrome.module.css'

interface NetworkStatusProps {
  networkRef: NetworkRef
  signInOfferRef?: SignInOfferRef | undefined
  /** True for a user, whose pages the browser does not store. */
  isSignedIn: boolean
}

/** Shows a notice while the browser is offline or reconnecting. */
export function NetworkStatus({ networkRef, signInOfferRef, isSignedIn }: NetworkStatusProps) {
  const offline = useSelector(networkRef, isOffline)
  const reconnecting = useSelector(networkRef, isReconnecting)
  const wasEditing = useSelector(signInOfferRef, (snapshot) => snapshot && isReading(snapshot))
  return (
    <div role="status">
      {offline && (
        <p className={styles.notice}>
          You are offline.{' '}
          {wasEditing
            ? 'You can go on editing once the network is back.'
            : isSignedIn
              ? 'What you change is kept until the network is back.'
              : 'Pages you have visited can still be read.'}
        </p>
      )}
      {reconnecting && <p className={styles.notice}>Reconnecting…</p>}
    </div>
  )
}
