import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { counted } from '#content/model/counted.ts'
import {
  type ShownRecording,
  isReadingFile,
  selectFileFailure,
  selectRecordings,
} from '#machines/admin/machine-viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { FileButton } from '#src/ui/FileButton.tsx'
import { Comparison } from './Comparison.tsx'
import type { ViewerProps } from './viewer-props.ts'
import styles from './Recordings.module.css'

/** Opens recordings in place of the running system, and says which are shown. */
export function Recordings({ viewerRef }: ViewerProps) {
  const [shown, other] = useSelector(viewerRef, selectRecordings)
  const failure = useSelector(viewerRef, selectFileFailure)
  const reading = useSelector(viewerRef, isReadingFile)
  const choose = (file: File, isCompared: boolean) =>
    viewerRef.send({ type: 'file.chosen', file, isCompared })
  return (
    <section className={styles.recordings} aria-label="Recordings">
      <Tools viewerRef={viewerRef} shown={shown} onChoose={choose}>
        <p role="status" className={styles.status}>
          {reading ? 'Reading the file…' : statusOf(shown, other)}
        </p>
      </Tools>
      <FailureAlert failure={failure} />
      {shown?.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {shown && other ? <Comparison viewerRef={viewerRef} recordings={[shown, other]} /> : null}
    </section>
  )
}

const statusOf = (shown?: ShownRecording, other?: ShownRecording) => {
  if (!shown) return 'Or drop the file of a report here.'
  if (other) return `Shows ${shown.name}, compared with ${other.name}.`
  const steps = counted(shown.steps.length, 'step', 'steps')
  return `Shows the recording ${shown.name}: ${steps}. Drop another one to compare them.`
}

interface ToolsProps extends ViewerProps {
  shown: ShownRecording | undefined
  onChoose: (file: File, isCompared: boolean) => void
  children: ReactNode
}

const Tools = ({ viewerRef, shown, onChoose, children }: ToolsProps) => {
  const choose =
    (isCompared: boolean) =>
    ([file]: File[]) =>
      file && onChoose(file, isCompared)
  return (
    <div className={styles.tools}>
      {shown ? (
        <Button onClick={() => viewerRef.send({ type: 'recordings.closed' })}>
          Back to this page
        </Button>
      ) : null}
      <FileButton
        label={shown ? 'Open another…' : 'Open a recording…'}
        accept={accepted}
        onChoose={choose(false)}
      />
      {shown ? (
        <FileButton label="Compare with…" accept={accepted} onChoose={choose(true)} />
      ) : null}
      {children}
    </div>
  )
}

const accepted = '.json,application/json'
