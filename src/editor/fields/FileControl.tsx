import { useSelector } from '@xstate/react'
import type { ComponentProps, DragEvent, ReactNode } from 'react'
import { fileUrlOf } from '#content/model/component-versions.ts'
import { fileSizeLabel } from '#content/model/file-size-label.ts'
import type { Resource } from '#content/model/resource.ts'
import { hasFile } from '#content/pictures/alt-text.ts'
import {
  type PickedFileRef,
  isReading,
  selectRefusal,
} from '#machines/editing/changes/picked-file.ts'
import { fieldFile } from '#src/app/effects/editing/picked-file-effects.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LabeledControl } from '#src/ui/LabeledControl.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { FileInput } from '../pictures/FileInput.tsx'
import { LibraryButton } from '../pictures/LibraryButton.tsx'
import { PictureUpload } from '../pictures/PictureUpload.tsx'
import { usePickedFile } from '../pictures/use-picked-file.ts'
import type { ControlProps } from './control-props.ts'
import styles from './FileControl.module.css'

/** Shows a picture, and chooses a file in its place, which is sent as a data URI within the resource. */
export function FileControl({ name, resource, value, onChange, ...props }: ControlProps<'file'>) {
  const change = (content: string) => {
    onChange(content, { isChoice: true })
    // Each choice is undone by itself.
    props.onBlur()
  }
  const pickedFileRef = usePickedFile(fieldFile, change)
  const refusal = useSelector(pickedFileRef, selectRefusal)
  const isPresent = hasFile(resource, name)
  const pick = (file: File) => pickedFileRef.send({ type: 'file.picked', file, component: null })
  const cancel = () => pickedFileRef.send({ type: 'pick.canceled' })
  const remove = () => {
    cancel()
    change('')
  }
  return (
    <LabeledControl
      label={props.label}
      hint={isPresent ? undefined : props.hint}
      error={refusal ?? props.error}
    >
      {(attributes) => (
        <div className={styles.file} onDrop={(event) => pickDropped(event, pick)}>
          {isPresent ? <Preview {...{ name, resource, value }} /> : null}
          <ChooseButton
            {...attributes}
            aria-required={props.required || undefined}
            action={isPresent ? 'Replace' : 'Choose a picture'}
            onPick={pick}
          />
          <Progress pickedFileRef={pickedFileRef} onCancel={cancel}>
            <LibraryButton onChoose={props.onChooseFile} />
            {isPresent ? <Button onClick={remove}>Remove</Button> : null}
          </Progress>
          <PictureUpload fieldRef={props.fieldRef} />
        </div>
      )}
    </LabeledControl>
  )
}

/** Picks a file that was dropped. The listeners of the page keep the browser from opening it. */
const pickDropped = (event: DragEvent, pick: (file: File) => void) => {
  const [file] = event.dataTransfer.files
  // React passes on what happens in the dialog of the library, too.
  if (!file || isDialogOpen()) return
  event.preventDefault()
  pick(file)
}

interface ChooseButtonProps extends ComponentProps<typeof FileInput> {
  /** The label of the button. */
  action: string
}

const ChooseButton = ({ action, ...attributes }: ChooseButtonProps) => (
  <>
    <FileInput {...attributes} className={styles.input} />
    <label htmlFor={attributes.id} className={classNames(buttonStyles['button'], styles.choose)}>
      {action}
    </label>
  </>
)

interface ProgressProps {
  pickedFileRef: PickedFileRef
  onCancel: () => void
  /** The buttons that are offered while no file is read. */
  children: ReactNode
}

function Progress({ pickedFileRef, onCancel, children }: ProgressProps) {
  const reading = useSelector(pickedFileRef, isReading)
  return (
    <>
      {reading ? <Button onClick={onCancel}>Cancel</Button> : children}
      <p role="status" className={styles.status}>
        {reading ? 'Reading the picture…' : null}
      </p>
    </>
  )
}

interface PreviewProps {
  name: string
  resource: Resource
  value: string | null
}

/** Shows the file that was chosen last, or else the stored one with its size. */
function Preview({ name, resource, value }: PreviewProps) {
  const stored = resource._metadata.mediaObjects?.[name]?.[0]
  if (value !== null || !stored) return <img className={styles.preview} src={value ?? ''} alt="" />
  const { width, height, fileSize } = stored
  return (
    <>
      <img className={styles.preview} src={thumbnailUrl(resource, name)} alt="" />
      <p className={styles.size}>
        {width && height ? `${width} × ${height}, ` : null}
        {fileSizeLabel(fileSize)}
      </p>
    </>
  )
}

/** Returns the URL of the thumbnail of a stored picture, or of the picture itself if it has none. */
const thumbnailUrl = (resource: Resource, name: string) => {
  const files = resource._metadata.mediaObjects?.[name] ?? []
  const file = files.find(({ imagineFilter }) => imagineFilter === 'thumbnail') ?? files[0]
  return file && fileUrlOf(file, resource)
}
