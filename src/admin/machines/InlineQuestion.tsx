import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#src/ui/Button.tsx'
import styles from './InlineQuestion.module.css'

interface InlineQuestionProps {
  /** The question. */
  label: string
  confirmLabel: string
  isDangerous?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** The consequences of the answer. */
  children: ReactNode
}

/** Asks a question where it comes up. The focus goes to the answer that changes nothing. */
export function InlineQuestion(props: InlineQuestionProps) {
  const { label, confirmLabel, isDangerous = false, onConfirm, onCancel, children } = props
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current!.focus(), [])
  return (
    <div role="alertdialog" aria-label={label} className={styles.question}>
      {children}
      <div className={styles.buttons}>
        <Button ref={ref} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant={isDangerous ? 'danger' : 'solid'} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}
