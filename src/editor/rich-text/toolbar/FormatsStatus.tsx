import { useSelector } from '@xstate/react'
import { type RichTextRef, hasFailed } from '#machines/editing/rich-text/rich-text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './TextTools.module.css'
import { TextTools, type TextToolsProps } from './TextTools.tsx'

interface FormatsStatusProps extends Omit<TextToolsProps, 'children'> {
  richTextRef: RichTextRef
}

/** Says in the place of the format buttons that their code is being loaded, or that this has failed. */
export function FormatsStatus({ richTextRef, ...tools }: FormatsStatusProps) {
  const failed = useSelector(richTextRef, hasFailed)
  return (
    <TextTools {...tools}>
      {failed ? (
        <div role="alert" className={styles.status}>
          <p className={styles.message}>
            The format buttons could not be loaded. You can go on typing without them.
          </p>
          <Button onClick={() => richTextRef.send({ type: 'retry.requested' })}>Try again</Button>
        </div>
      ) : (
        <p role="status" className={styles.loading}>
          Loading the format buttons…
        </p>
      )}
    </TextTools>
  )
}
