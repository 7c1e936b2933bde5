import type { PastNotificationsRef } from '#machines/app/past-notifications.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'

/** Opens the list of past notifications. */
export function NotificationsButton({
  pastNotificationsRef,
}: {
  pastNotificationsRef: PastNotificationsRef
}) {
  return (
    <Button
      variant="quiet"
      aria-label="Notifications"
      aria-haspopup="dialog"
      title="Notifications"
      onClick={() => pastNotificationsRef.send({ type: 'list.requested' })}
    >
      <Icon name="bell" />
    </Button>
  )
}
