import { useSelector } from '@xstate/react'
import { type NetworkRef, isOffline, isReconnecting } from '#machines/live/network.ts'
import styles from './chrome.module.css'

/** Shows a notice while the browser is offline or reconnecting. */
export function NetworkStatus({ networkRef }: { networkRef: NetworkRef }) {
  const offline = useSelector(networkRef, isOffline)
  const reconnecting = useSelector(networkRef, isReconnecting)
  return (
    <div role="status">
      {offline && (
        <p className={styles.notice}>You are offline. Pages you have visited can still be read.</p>
      )}
      {reconnecting && <p className={styles.notice}>Reconnecting…</p>}
    </div>
  )
}
