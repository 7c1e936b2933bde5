import { useSelector } from '@xstate/react'
import { signInPath } from '#content/navigation/location.ts'
import { type SignInOfferRef, isOffered } from '#machines/session/sign-in-offer.ts'
import { Button } from '#src/ui/Button.tsx'
import { usePath } from '../hooks/use-path.ts'
import styles from './chrome.module.css'

/** Offers signing in to go on editing, on every screen but that for signing in, which leads back to this one. */
export function SignInOffer({ signInOfferRef }: { signInOfferRef: SignInOfferRef }) {
  const offered = useSelector(signInOfferRef, isOffered)
  const path = usePath()
  if (!offered || path === signInPath) return null
  return (
    <section aria-label="Signed out" className={styles.notice}>
      <span role="alert">
        You were editing, but are signed out now. Your changes are kept, also those that are not
        saved.
      </span>
      <span className={styles.actions}>
        <a href={`${signInPath}?back=${encodeURIComponent(path)}`}>Sign in to continue</a>
        <Button variant="quiet" onClick={() => signInOfferRef.send({ type: 'offer.dismissed' })}>
          Not now
        </Button>
      </span>
    </section>
  )
}
