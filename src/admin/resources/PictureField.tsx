import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ItemField, propertyOf } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import type { MediaObject } from '#content/model/media-object.ts'
import type { Resource } from '#content/model/resource.ts'
import { isMediaFile, pictureIn, versionsOfFile } from '#content/pictures/media-library.ts'
import { selectForm } from '#machines/admin/resource-item.ts'
import { mediaLibrary } from '#src/app/effects/media-library-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { type LibraryDialogProps, LibraryDialog } from '#src/views/media/LibraryDialog.tsx'
import type { ItemProps } from './item-props.ts'
import styles from './PictureField.module.css'

interface PictureFieldProps extends ItemProps {
  field: ItemField
  /** The IRI of the file; '' for none. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The longer side of the picture in pixels, for screens with two for each CSS pixel. */
const pictureSize = 480

/** Chooses a picture of the media library. */
export function PictureField({
  field,
  value,
  error,
  onChange,
  resourceItemRef,
}: PictureFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const picture = usePicture({ field, value, resourceItemRef })
  const choose = (iri: string) => {
    // The focus is back on the button before that is rendered again.
    flushSync(() => setOpen(false))
    onChange(iri)
  }
  return (
    <div role="group" aria-label={field.label} className={styles.field}>
      <span className={styles.label}>{field.label}</span>
      {picture ? <Picture picture={picture} /> : null}
      <div className={styles.actions}>
        <Button aria-invalid={error ? true : undefined} onClick={() => setOpen(true)}>
          {value === '' ? 'Choose a picture…' : 'Choose another…'}
        </Button>
        {value === '' ? null : <Button onClick={() => onChange('')}>Remove</Button>}
      </div>
      {field.hint ? <p className={styles.hint}>{field.hint}</p> : null}
      {error ? <p className={styles.error}>{error}</p> : null}
      {isOpen ? (
        <Library onChoose={(file) => choose(file['@id'])} onDismiss={() => setOpen(false)} />
      ) : null}
    </div>
  )
}

const Picture = ({ picture }: { picture: MediaObject }) => (
  <img
    src={picture.contentUrl}
    width={picture.width}
    height={picture.height}
    alt=""
    className={styles.picture}
  />
)

/** Lists the files. A search in the dialog is no submission of the form that the field is in. */
function Library(props: LibraryDialogProps) {
  // No page has this path: what is listed here is not in the URL.
  const mediaLibraryRef = useViewActor('mediaLibrary', mediaLibrary, { path: '', search: '' })
  return (
    <div onSubmit={(event) => event.stopPropagation()}>
      <LibraryDialog {...props} mediaLibraryRef={mediaLibraryRef} />
    </div>
  )
}

const versionsIn = (resource: Resource | undefined, property: string) =>
  resource?._metadata.mediaObjects?.[property] ?? []

const sourceOf = (version: ItemVersion | null | undefined, { part }: ItemField) =>
  part === undefined ? version : version?.parts?.[part]

/** Returns the picture that is chosen, or else the one that is stored. */
function usePicture({
  field,
  value,
  resourceItemRef,
}: Pick<PictureFieldProps, 'field' | 'value'> & ItemProps) {
  const version = useSelector(resourceItemRef, (snapshot) => selectForm(snapshot)?.version)
  const chosen: Resource | undefined = useResource(value === '' ? undefined : value)
  if (value === '') return undefined
  if (chosen && isMediaFile(chosen)) return pictureIn(versionsOfFile(chosen), pictureSize)
  const stored = versionsIn(sourceOf(version, field)?.resource, propertyOf(field))
  return stored[0]?.['@id'] === value ? pictureIn(stored, pictureSize) : undefined
}
