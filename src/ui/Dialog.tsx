import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './Dialog.module.css'
import { classNames } from './class-names.ts'
import { keepCaret } from './keep-caret.ts'
import { useEntrance } from './motion/use-entrance.ts'
import { trapFocus } from './trap-focus.ts'

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

/**
 * Shows a modal for as long as it is rendered, then returns the focus to where it was. It lies over the page, which is not made
 * inert: browsers compute the style of each of its elements for that, twice, which takes longer than all else on a long page.
 */
export function Dialog({
  label,
  onDismiss,
  width = 'narrow',
  role = 'dialog',
  describedBy,
  children,
}: DialogProps) {
  const ref = useModal(onDismiss)
  const boxRef = useRef<HTMLDivElement>(null)
  const labelId = useId()
  useEntrance(boxRef, '0, 8px')
  return createPortal(
    <dialog
      ref={ref}
      closedby="closerequest"
      role={role === 'alertdialog' ? role : undefined}
      aria-modal="true"
      className={styles.dialog}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      // Browsers let a page cancel the first Escape only; the second one closes the dialog regardless.
      onClose={() => ref.current?.open || onDismiss()}
    >
      <div ref={boxRef} className={classNames(styles.box, styles[width])}>
        <h2 id={labelId} className={styles.label}>
          {label}
        </h2>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}

/** Returns the ref of a `<dialog>` that is modal while it is mounted. */
function useModal(onDismiss: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  useLayoutEffect(() => {
    const dialogEl = ref.current!
    const stopListening = addDismissListeners(dialogEl, () => dismiss())
    const returnCaret = keepCaret()
    dialogEl.show()
    const releaseFocus = trapFocus(dialogEl)
    return () => {
      stopListening()
      releaseFocus()
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

/** Calls the listener for a press beside the box, and for Escape in browsers that do not report it for such a dialog. */
function addDismissListeners(dialogEl: HTMLDialogElement, listener: () => void) {
  const controller = new AbortController()
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    handle: (event: HTMLElementEventMap[Type]) => void,
  ) => dialogEl.addEventListener(type, handle, { signal: controller.signal })
  /** True for each end of a press that is beside the box. Its click is on the dialog if only one of them is. */
  let ends: boolean[] = []
  on('mousedown', (event) => {
    ends = [event.target === dialogEl]
    // The press would move the focus that the dialog returns.
    if (ends[0]) event.preventDefault()
  })
  on('mouseup', ({ target }) => ends.push(target === dialogEl))
  on('click', () => ends.length > 1 && !ends.includes(false) && listener())
  on('keydown', ({ key }) => key === 'Escape' && !('closedBy' in dialogEl) && listener())
  return () => controller.abort()
}
