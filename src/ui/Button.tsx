import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'plain' | 'solid' | 'quiet' | 'danger'
  /** True while its action is in progress: the button shows a spinner and ignores clicks. */
  busy?: boolean
  /**
   * Ignores clicks and is announced as disabled (`aria-disabled`). Unlike `disabled` it keeps the focus, so that
   * keyboard users are not sent back to the top of the page when a click makes its own button unavailable.
   */
  unavailable?: boolean
  /** Says why a press does nothing while the button is unavailable. */
  onRefused?: (() => void) | undefined
}

export function Button({
  variant = 'plain',
  type = 'button',
  busy = false,
  unavailable = false,
  className,
  onClick,
  onRefused,
  children,
  ...props
}: ButtonProps) {
  const idle = !busy && !unavailable
  return (
    <button
      {...props}
      type={type}
      className={classNames(styles.button, styles[variant], busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={idle ? undefined : true}
      onClick={
        idle
          ? onClick
          : (event) => {
              event.preventDefault()
              if (!busy) onRefused?.()
            }
      }
    >
      {children}
    </button>
  )
}
