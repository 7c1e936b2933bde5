import type { FormEvent, ReactNode } from 'react'
import { signInPath } from '#content/navigation/location.ts'
import { Main } from '../../page/Main.tsx'
import styles from '../CardScreen.module.css'

interface AccountCardProps {
  title: string
  busy?: boolean
  /** Sends the form. Without scripts the server takes it, at the address of the screen. */
  onSubmit?: (form: HTMLFormElement) => void
  children: ReactNode
}

/** Renders the card of an account screen, as a form where there is something to send. */
export function AccountCard({ title, busy = false, onSubmit, children }: AccountCardProps) {
  const content = (
    <>
      <h1 className={styles.heading}>{title}</h1>
      {children}
      <a href={signInPath} className={styles.link}>
        Go to sign in
      </a>
    </>
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit?.(event.currentTarget)
  }
  return (
    <Main className={styles.screen}>
      {onSubmit ? (
        <form method="post" className={styles.card} onSubmit={submit} aria-busy={busy}>
          {content}
        </form>
      ) : (
        <div className={styles.card}>{content}</div>
      )}
    </Main>
  )
}

/** Says what has become of a form, and takes the focus that the form had. */
export const Outcome = ({ children }: { children: ReactNode }) => (
  <p role="status" tabIndex={-1} ref={focus}>
    {children}
  </p>
)

const focus = (element: HTMLElement | null) => element?.focus()
