import type { Failure } from '#content/model/failure.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'

interface RetryButtonProps {
  failure: Failure | null
  onRetry: () => void
}

/** Saves again what could not be saved. Without a session, signing in comes first, and saves all of it. */
export function RetryButton({ failure, onRetry }: RetryButtonProps) {
  const sessionRenewalRef = useAppActor('sessionRenewal')
  const isSignedOut = failure?.status === 401
  const signIn = () => sessionRenewalRef.send({ type: 'signIn.requested' })
  return (
    <Button variant="solid" onClick={isSignedOut ? signIn : onRetry}>
      {isSignedOut ? 'Sign in again' : 'Try again'}
    </Button>
  )
}
