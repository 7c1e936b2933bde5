import type { Failure } from '#content/model/failure.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'

interface RetryButtonProps {
  failure: Failure | null
  onRetry: () => void
}

/** Makes a save that has failed, or was never made. Without a session it asks to sign in first, which then makes all of them. */
export const RetryButton = ({ failure, onRetry }: RetryButtonProps) =>
  failure?.status === 401 ? (
    <SignInButton />
  ) : (
    <Button variant="solid" onClick={onRetry}>
      {failure ? 'Try again' : 'Save'}
    </Button>
  )

export function SignInButton() {
  const sessionRenewalRef = useAppActor('sessionRenewal')
  return (
    <Button variant="solid" onClick={() => sessionRenewalRef.send({ type: 'signIn.requested' })}>
      Sign in again
    </Button>
  )
}
