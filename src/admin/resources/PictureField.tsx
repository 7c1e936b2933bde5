import { useSelector } from '@xstate/react'
import { type ItemField, propertyOf } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import type { Resource } from '#content/model/resource.ts'
import { isMediaFile, pictureIn, versionsOfFile } from '#content/pictures/media-library.ts'
import { selectForm } from '#machines/admin/resource-item.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { PictureChoice } from '../PictureChoice.tsx'
import type { ItemProps } from './item-props.ts'

interface PictureFieldProps extends ItemProps {
  field: ItemField
  /** The IRI of the file; '' for none. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The longer side of the picture in pixels, for screens with two for each CSS pixel. */
const pictureSize = 480

/** Chooses a picture of the media library for an item. */
export function PictureField({ field, onChange, ...shown }: PictureFieldProps) {
  const { value, error, resourceItemRef } = shown
  const picture = usePicture({ field, value, resourceItemRef })
  return (
    <PictureChoice
      label={field.label}
      hint={field.hint}
      error={error}
      isEmpty={value === ''}
      picture={picture && { ...picture, src: picture.contentUrl }}
      onChoose={(file) => onChange(file['@id'])}
      onRemove={() => onChange('')}
    />
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
