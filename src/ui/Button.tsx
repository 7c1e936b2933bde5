import type { ComponentProps, MouseEvent } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { disabledProps } from './disabled-props.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: 'plain' | 'solid' | 'quiet' | 'danger'
  /** True while its action is in progress: the button shows a spinner and ignores clicks. */
  busy?: boolean
  /**
   * Says why the button ignores clicks; null or absent while it does not. Unlike a button with `disabled`, it keeps the focus, so
   * that keyboard users are not sent back to the top of the page when a click disables its own button.
   */
  disabledReason?: string | null | undefined
}

export function Button({
  variant = 'plain',
  type = 'button',
  busy = false,
  disabledReason,
  className,
  onClick,
  ...props
}: ButtonProps) {
  const reason = busy ? 'In progress…' : disabledReason
  return (
    <button
      {...props}
      type={type}
      className={classNames(styles.button, styles[variant], busy && styles.busy, className)}
      aria-busy={busy || undefined}
      {...disabledProps(reason)}
      onClick={reason ? preventDefault : onClick}
    />
  )
}

const preventDefault = (event: MouseEvent) => event.preventDefault()
