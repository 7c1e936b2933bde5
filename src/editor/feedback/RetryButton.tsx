import type { Failure } from '#content/model/failure.ts'
import type { ScreenRenewalRef } from '#machines/session/screen-renewal.ts'
import type { SessionRenewalRef } from '#machines/session/session-renewal.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'

interface RetryButtonProps {
  failure: Failure | null
  onRetry: () => void
}

/** Makes a save that has failed, or was never made. Without a session it asks to sign in first, which then makes all of them. */
export function RetryButton({ failure, onRetry }: RetryButtonProps) {
  const sessionRenewalRef = useAppActor('sessionRenewal')
  return failure?.status === 401 ? (
    <SignInButton renewalRef={sessionRenewalRef} />
  ) : (
    <Button variant="solid" onClick={onRetry}>
      {failure ? 'Try again' : 'Save'}
    </Button>
  )
}

interface SignInButtonProps {
  renewalRef: SessionRenewalRef | ScreenRenewalRef
}

export const SignInButton = ({ renewalRef }: SignInButtonProps) => (
  <Button variant="solid" onClick={() => renewalRef.send({ type: 'signIn.requested' })}>
    Sign in again
  </Button>
)
