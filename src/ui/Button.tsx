import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'plain' | 'solid' | 'quiet' | 'danger'
  /** What it does is under way: it shows so and waits. */
  busy?: boolean
  /**
   * Not possible just now, often because of its own last press. Unlike `disabled` it keeps the focus, so that nobody
   * who works by keyboard is thrown back to the top of the page.
   */
  unavailable?: boolean
}

export function Button({
  variant = 'plain',
  type = 'button',
  busy = false,
  unavailable = false,
  className,
  onClick,
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
      onClick={idle ? onClick : (event) => event.preventDefault()}
    >
      {children}
    </button>
  )
}
