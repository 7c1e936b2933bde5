/** Keeps the files that are not sent yet, for which there is no room in the texts that a tab remembers. */
import type { RememberedEdit } from '#content/change/fields/remembered-edits.ts'
import type { Iri } from '#content/model/iri.ts'
import { isFileContent } from '#content/pictures/file-content.ts'
import {
  addressOfFile,
  replacePictures,
  unsentFileOf,
  unsentIn,
} from '#content/pictures/unsent-files.ts'
import { readAsDataUri } from '#src/api/files.ts'
import { newId } from '#src/ui/new-id.ts'
import type { ActorSystem } from '../../services/services.ts'
import { editingAccount } from '../session-effects.ts'
import { notifyOfRefusal } from './picked-file-effects.ts'
import { keepFiles, logNotKept, takeKeptFiles } from '../../browser/kept-uploads.ts'

const database = 'edits'

/** Takes the place of a value in an edit that is remembered: the id of its file, or a text with those of its pictures. */
interface Kept {
  kept: string
}

/** Returns a function that keeps the files of edits and forgets all others, and that returns an edit without its files. */
export const createContentKeeper = (account: Iri) => {
  let ids = new Map<unknown, string>()
  const filesOf = () => [...ids].map(([unsent, id]) => ({ id, file: unsentFileOf(String(unsent)) }))
  const withoutFiles = (edit: RememberedEdit): RememberedEdit => {
    const kept = ids.get(edit.value)
    if (kept) return { ...edit, value: { kept } satisfies Kept, inFlight: edit.stored }
    return unsentIn(edit.value)[0] ? { ...edit, value: { kept: edit.value } } : edit
  }
  return (edits: readonly RememberedEdit[]) => {
    const before = ids
    const idOf = (unsent: string) => (isFileContent(unsent) ? newId() : unsent)
    ids = new Map(
      edits
        .flatMap(({ value }) => unsentIn(value))
        .map((unsent) => [unsent, before.get(unsent) ?? idOf(unsent)]),
    )
    if ([...ids.values()].join() !== [...before.values()].join())
      keepFiles(account, filesOf(), database).catch(logNotKept)
    return edits.map(withoutFiles)
  }
}

const keptIn = ({ value }: RememberedEdit) => (value as Partial<Kept> | null)?.kept

/** Returns the edits with their files, as far as these were kept, and says that others were not. */
export const withKeptContents = async (system: ActorSystem, edits: readonly RememberedEdit[]) => {
  if (edits.every((edit) => keptIn(edit) === undefined)) return edits
  const files = await takeKeptFiles(editingAccount(system)['@id'], database).catch(() => [])
  const find = (kept: string) => files.find(({ id }) => id === kept)?.file
  const notifyOfLoss = () =>
    notifyOfRefusal(system, 'It was not kept when the page was closed. Choose it again.')
  const pictureAt = (address: string, others: string) => {
    const file = find(address)
    if (file) return `<img src="${addressOfFile(file)}"${others}>`
    notifyOfLoss()
    return ''
  }
  const read = edits.map(async (edit) => {
    const kept = keptIn(edit)
    if (kept === undefined) return [edit]
    const file = find(kept)
    const value = file ? await readAsDataUri(file, file.name) : replacePictures(kept, pictureAt)
    if (value !== kept) return [{ ...edit, value }]
    notifyOfLoss()
    return []
  })
  const settled = await Promise.allSettled(read)
  return settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}
