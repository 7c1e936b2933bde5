import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'
import { classNames } from './class-names.ts'
import { keepCaret } from './keep-caret.ts'
import { useEntrance } from './motion/use-entrance.ts'

interface DialogProps {
  label: string
  /** Called on Escape and on a press on the backdrop; the dialog stays open until its parent stops rendering it. */
  onDismiss: () => void
  width?: 'narrow' | 'wide'
  role?: 'dialog' | 'alertdialog'
  /** The id of the element that describes the dialog to screen readers. */
  describedBy?: string
  children: ReactNode
}

/** Shows a modal for as long as it is rendered, then returns the focus to where it was. */
export function Dialog({
  label,
  onDismiss,
  width = 'narrow',
  role = 'dialog',
  describedBy,
  children,
}: DialogProps) {
  const ref = useModal(onDismiss)
  const labelId = useId()
  useEntrance(ref, '0, 8px')
  return (
    <dialog
      ref={ref}
      closedby="any"
      role={role === 'alertdialog' ? role : undefined}
      className={classNames(styles.dialog, styles[width])}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      // Browsers let a page cancel the first Escape only; the second one closes the dialog regardless.
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

/**
 * Returns the ref of a `<dialog>` that is modal while it is mounted. Browsers without `closedby` dismiss it as soon as the
 * backdrop is pressed.
 */
function useModal(onDismiss: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  useLayoutEffect(() => {
    const dialogEl = ref.current!
    const stopListening = 'closedBy' in dialogEl ? null : onBackdropPress(dialogEl, () => dismiss())
    const returnCaret = keepCaret()
    dialogEl.showModal()
    return () => {
      stopListening?.()
      // Only `close()` returns the focus; removing the element does not.
      dialogEl.close()
      returnCaret()
    }
  }, [])
  return ref
}

/** Lays out the buttons at the end of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)

/** Calls the listener for a press on the backdrop, whose events have the dialog itself as target. */
function onBackdropPress(dialogEl: HTMLDialogElement, listener: () => void) {
  const press = (event: Event) => {
    if (event.target !== dialogEl) return
    // The press would move the focus that the dialog returns.
    event.preventDefault()
    listener()
  }
  dialogEl.addEventListener('mousedown', press)
  return () => dialogEl.removeEventListener('mousedown', press)
}
