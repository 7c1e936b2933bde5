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
import { keepFiles, logNotKept, takeKeptFiles } from '../../browser/kept-uploads.ts'

const database = 'edits'

/** Takes the place of a value in an edit that is remembered: the id of its file, or a text with the addresses of its files. */
interface Kept {
  kept?: string
  text?: string
}

/** Returns a function that keeps the files of edits and forgets all others, and that returns an edit without its files. */
export const createContentKeeper = (account: Iri) => {
  let ids = new Map<unknown, string>()
  const filesOf = () => [...ids].map(([unsent, id]) => ({ id, file: unsentFileOf(String(unsent)) }))
  const withoutFiles = (edit: RememberedEdit): RememberedEdit => {
    const text = String(edit.value)
    const kept = ids.get(text)
    if (kept !== undefined)
      return { ...edit, value: { kept } satisfies Kept, inFlight: edit.stored }
    return unsentIn(edit.value).length > 0 ? { ...edit, value: { text } satisfies Kept } : edit
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

const keptIn = ({ value }: RememberedEdit) => (value ?? {}) as Kept

/** Returns the edits with their files, as far as these were kept, and reports each that was not. */
export const withKeptContents = async (
  account: Iri,
  edits: readonly RememberedEdit[],
  onLost: () => void,
) => {
  const isKept = (edit: RememberedEdit) => (keptIn(edit).kept ?? keptIn(edit).text) !== undefined
  if (!edits.some(isKept)) return edits
  const files = await takeKeptFiles(account, database).catch(() => [])
  const find = (kept: string) => files.find(({ id }) => id === kept)?.file ?? onLost()
  const read = edits.map(async (edit) => {
    const { kept, text } = keptIn(edit)
    if (text !== undefined) return [{ ...edit, value: withKeptPictures(text, find) }]
    if (kept === undefined) return [edit]
    const file = find(kept)
    return file ? [{ ...edit, value: await readAsDataUri(file, file.name) }] : []
  })
  const settled = await Promise.allSettled(read)
  return settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/** Returns a text that shows its files at addresses of this document. */
const withKeptPictures = (text: string, find: (kept: string) => File | void) =>
  replacePictures(text, (address, others) => {
    const file = find(address)
    return file ? `<img src="${addressOfFile(file)}"${others}>` : ''
  })
