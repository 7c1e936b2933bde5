import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'
import { classNames } from './class-names.ts'

interface DialogProps {
  label: string
  /** Escape and a press outside. Whoever opened it decides what that means. */
  onDismiss: () => void
  width?: 'narrow' | 'wide'
  role?: 'dialog' | 'alertdialog'
  /** The id of the words that a screen reader says after the label. */
  describedBy?: string
  children: ReactNode
}

/** A modal, open as long as it is rendered; the focus goes back to where it was. */
export function Dialog({
  label,
  onDismiss,
  width = 'narrow',
  role = 'dialog',
  describedBy,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const labelId = useId()

  const dismiss = useEffectEvent(onDismiss)

  useLayoutEffect(() => {
    const dialogEl = ref.current!
    const stopListening = onBackdropPress(dialogEl, dismiss)
    dialogEl.showModal()
    return () => {
      stopListening()
      // Closed before it is taken out: only `close()` gives the focus back.
      dialogEl.close()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      role={role === 'alertdialog' ? role : undefined}
      className={classNames(styles.dialog, styles[width])}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      // A browser lets a page refuse Escape once; the second closes the dialog whatever the page says.
      onClose={() => ref.current?.open || onDismiss()}
    >
      <div className={styles.box}>
        <h2 id={labelId} className={styles.label}>
          {label}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at a dialog's end. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)

/** The backdrop belongs to the dialog: only a press on it, begun and ended there, has the dialog itself as target. */
function onBackdropPress(dialogEl: HTMLDialogElement, listener: () => void) {
  let pressTarget: EventTarget | null = null
  const down = (event: Event) => (pressTarget = event.target)
  const click = (event: Event) => {
    if (event.target === dialogEl && pressTarget === dialogEl) listener()
  }
  dialogEl.addEventListener('mousedown', down)
  dialogEl.addEventListener('click', click)
  return () => {
    dialogEl.removeEventListener('mousedown', down)
    dialogEl.removeEventListener('click', click)
  }
}
