import type { Failure } from '#content/model/failure.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'

interface RetryButtonProps {
  failure: Failure | null
  onRetry: () => void
}

/** Makes a save that has failed, or was never made. Without a session it asks to sign in first, which then makes all of them. */
export function RetryButton({ failure, onRetry }: RetryButtonProps) {
  const sessionRenewalRef = useAppActor('sessionRenewal')
  const isSignedOut = failure?.status === 401
  const signIn = () => sessionRenewalRef.send({ type: 'signIn.requested' })
  return (
    <Button variant="solid" onClick={isSignedOut ? signIn : onRetry}>
      {isSignedOut ? 'Sign in again' : failure ? 'Try again' : 'Save'}
    </Button>
  )
}
