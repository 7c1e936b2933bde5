import { fileRefusalOf } from '#content/model/image-file.ts'
import { addressOfFile } from '#content/pictures/unsent-files.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { notifyOfRefusal, withdrawRefusal } from '#src/app/effects/editing/picked-file-effects.ts'
import type { AddPictures } from '../create-text-editor.ts'
import { insertPictures } from './picture-commands.ts'

/** Returns a function that puts files of the disk at a position of a text. They are sent when that is saved. */
export function useAddPictures(): AddPictures {
  const { system } = useAppActor('editMode')
  return ({ changeAlone }, files, pos) => {
    withdrawRefusal(system)
    const pictures = files.flatMap((file) => {
      const reason = fileRefusalOf(file)
      if (reason === null) return [{ src: addressOfFile(file) }]
      notifyOfRefusal(system, `${file.name}: ${reason}`)
      return []
    })
    changeAlone((state) => insertPictures(state, pos, pictures))
  }
}
