import { LabeledControl } from '#src/ui/LabeledControl.tsx'
import type { ControlProps } from './control-props.ts'

/** Chooses a file, which is sent as a data URL within the resource. */
export const FileControl = ({ label, hint, error, required, onChange }: ControlProps<'file'>) => (
  <LabeledControl label={label} hint={hint} error={error}>
    {(attributes) => (
      <input
        {...attributes}
        type="file"
        accept="image/*"
        aria-required={required || undefined}
        onChange={({ target: { files } }) => {
          const file = files?.[0]
          if (file) readAsDataUrl(file, (url) => onChange(url, { isChoice: true }))
        }}
      />
    )}
  </LabeledControl>
)

const readAsDataUrl = (file: File, onRead: (url: string) => void) => {
  const reader = new FileReader()
  reader.addEventListener('load', () => onRead(String(reader.result)))
  reader.readAsDataURL(file)
}
