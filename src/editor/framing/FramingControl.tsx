import { useId, useState } from 'react'
import { fileUrlOf } from '#content/model/component-versions.ts'
import type { Resource } from '#content/model/resource.ts'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { loadTools } from '../load-tools.ts'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { MissingDialog } from '../dialogs/MissingDialog.tsx'
import type { ControlProps } from '../fields/control-props.ts'
import type { FramedPicture } from './draft-props.ts'
import type { FramingDialogProps } from './FramingDialog.tsx'
import { framingLabel } from './framing-label.ts'

/** Loaded once something is selected. */
const FramingDialog = lazyView(async () => (await loadTools()).FramingDialog, {
  Missing: ({ onCancel, onRetry }: FramingDialogProps & Retryable) => (
    <MissingDialog label="Crop and focal point" onClose={onCancel} onRetry={onRetry} />
  ),
})

/** Edits the framing of a picture in a dialog. Files that cannot be cropped, and those that are being saved, have none. */
export function FramingControl({ field, resource, ...props }: ControlProps<'framing'>) {
  const { label, hint, error, value, onChange, onBlur } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const picture = framedPicture(resource, field.frames)
  if (!picture) return null
  const close = () => setOpen(false)
  return (
    <div className={fieldStyles.field}>
      <span id={id} className={fieldStyles.label}>
        {label}
      </span>
      <div>
        <Button
          aria-haspopup="dialog"
          aria-describedby={`${id}-value`}
          onClick={() => setOpen(true)}
        >
          Crop…
        </Button>
      </div>
      <p id={`${id}-value`} className={error ? fieldStyles.error : fieldStyles.hint}>
        {error ?? (framingLabel(value) || (hint ?? 'The whole picture is shown.'))}
      </p>
      {isOpen ? (
        <FramingDialog
          {...{ picture, framing: value }}
          onApply={(framing) => {
            onChange(framing, { isChoice: true })
            // Each choice is undone by itself.
            onBlur()
            close()
          }}
          onCancel={close}
        />
      ) : null}
    </div>
  )
}

/** The minimum width in pixels of the version of a picture in which it is framed. */
const minWidth = 900

/** Returns the stored picture in a property; null if there is none, or the API cannot crop it. */
const framedPicture = (resource: Resource, property: string): FramedPicture | null => {
  const { framings, mediaObjects } = resource._metadata
  const [original, ...variants] = mediaObjects?.[property] ?? []
  const isBeingSaved = typeof resource[property] === 'string'
  const { width, height } = original ?? {}
  if (!framings?.[property] || isBeingSaved || !original || !width || !height) return null
  const isLarge = ({ imagineFilter = '', width: wide = 0 }: typeof original) =>
    /^w\d+$/.test(imagineFilter) && wide >= minWidth
  return {
    url: fileUrlOf(variants.find(isLarge) ?? original, resource),
    ratio: width / height,
  }
}
