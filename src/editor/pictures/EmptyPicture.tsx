import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { isReading } from '#machines/editing/changes/picked-file.ts'
import { selectArea } from '#machines/editing/selection/selection.ts'
import { placeFile } from '#src/app/effects/editing/picked-file-effects.ts'
import { Button } from '#src/ui/Button.tsx'
import { hitTest } from '../dom/hit-test.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import { usePageActors } from '../page/page-actors.tsx'
import styles from './EmptyPicture.module.css'
import { FileInput } from './FileInput.tsx'
import { LibraryButton } from './LibraryButton.tsx'
import { type KindEdits, createChooseFile } from './choose-file.ts'
import { usePickedFile } from './use-picked-file.ts'

interface EmptyPictureProps extends KindEdits {
  /** The property of the missing file. */
  name: string
}

/** Shows on the page that a picture is missing, and chooses one. Visitors see nothing there. */
export function EmptyPicture({ name, ...edits }: EmptyPictureProps) {
  const { change, flush } = edits
  const ref = useRef<HTMLDivElement>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const { selectionRef } = usePageActors()
  const pickedFileRef = usePickedFile(placeFile, (content) => {
    change(name, content, { isChoice: true })
    flush()
  })
  const reading = useSelector(pickedFileRef, isReading)
  useFocusFallback(ref, nextField)
  // A press in the other area only selects, which asks for a confirmation.
  const isInArea = () => hitTest(ref.current)?.area === selectArea(selectionRef.getSnapshot())
  const choose = () => {
    if (isInArea()) inputRef.current!.click()
  }
  return (
    <div ref={ref} tabIndex={-1} className={styles.placeholder}>
      <p className={styles.words} role="status">
        {reading ? 'Reading the picture…' : 'No picture yet.'}
      </p>
      {reading ? (
        <Button onClick={() => pickedFileRef.send({ type: 'pick.canceled' })}>Cancel</Button>
      ) : (
        <>
          <Button data-choose-picture="" onClick={choose}>
            Choose a picture…
          </Button>
          <LibraryButton onOpen={isInArea} onChoose={createChooseFile(edits, name)} />
        </>
      )}
      <FileInput
        ref={inputRef}
        hidden
        data-editor-chrome=""
        // The press of the button is the one that selects.
        onClick={(event) => event.stopPropagation()}
        onPick={(file) => pickedFileRef.send({ type: 'file.picked', file, component: null })}
      />
    </div>
  )
}

/** Returns the field that is filled in next, such as the alternative text. */
const nextField = () =>
  document.querySelector<HTMLElement>(
    '[data-editor-panel] [role="tabpanel"] :is(input:not([type="file"]), textarea)',
  )
