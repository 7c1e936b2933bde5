import type { ComponentProps } from 'react'

interface FileInputProps extends ComponentProps<'input'> {
  onPick: (file: File) => void
}

/** Chooses a picture on the disk; phones offer their camera, too. */
export const FileInput = ({ onPick, ...attributes }: FileInputProps) => (
  <input
    {...attributes}
    type="file"
    accept="image/*"
    onChange={({ target }) => {
      const file = target.files?.[0]
      if (file) onPick(file)
      // The same file can be chosen again.
      target.value = ''
    }}
  />
)
