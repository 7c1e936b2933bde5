/** Provides the effect that copies what was entered. */
import type { EnteredValue } from '#content/change/fields/field-value.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import { copyText } from '#src/editor/feedback/copy-text.ts'
import type { ActorSystem } from '../../services/services.ts'

/** Copies a text to the clipboard and notifies the user of the outcome. */
export const copyAndNotify = ({ system }: { system: ActorSystem }, entered: EnteredValue) => {
  const notificationsRef: NotificationsRef = system.get('notifications')
  const notify = (isCopied: boolean) =>
    notificationsRef.send({
      type: 'notification.added',
      key: 'copy',
      tone: isCopied ? 'info' : 'problem',
      heading: isCopied ? 'Copied' : 'Your text could not be copied',
      messages: isCopied ? [] : ['Select the text and copy it with the keyboard.'],
    })
  void copyText(entered).then(
    () => notify(true),
    () => notify(false),
  )
}
