/** Keeps the files that are not sent yet, for which there is no room in the texts that a tab remembers. */
import type { RememberedEdit } from '#content/change/fields/remembered-edits.ts'
import type { Iri } from '#content/model/iri.ts'
import { fileOf, isFileContent } from '#content/pictures/file-content.ts'
import { readAsDataUri } from '#src/api/files.ts'
import { newId } from '#src/ui/new-id.ts'
import { keepFiles, logNotKept, takeKeptFiles } from '../../browser/kept-uploads.ts'

const database = 'edits'

/** Takes the place of the content of a file in an edit that is remembered. */
interface Kept {
  kept: string
}

/** Returns a function that keeps the files of edits and forgets all others, and that returns an edit without its file. */
export const createContentKeeper = (account: Iri) => {
  let ids = new Map<unknown, string>()
  const filesOf = () => [...ids].map(([content, id]) => ({ id, file: fileOf(String(content)) }))
  const withoutFile = (edit: RememberedEdit): RememberedEdit => {
    const kept = ids.get(edit.value)
    return kept === undefined
      ? edit
      : { ...edit, value: { kept } satisfies Kept, inFlight: edit.stored }
  }
  return (edits: readonly RememberedEdit[]) => {
    const before = ids
    const contents = edits.map(({ value }) => value).filter(isFileContent)
    ids = new Map(contents.map((content) => [content, before.get(content) ?? newId()]))
    if ([...ids.values()].join() !== [...before.values()].join())
      keepFiles(account, filesOf(), database).catch(logNotKept)
    return edits.map(withoutFile)
  }
}

const keptIn = ({ value }: RememberedEdit) => (value as Partial<Kept> | null)?.kept

/** Returns the edits with their files, as far as these were kept. */
export const withKeptContents = async (account: Iri, edits: readonly RememberedEdit[]) => {
  if (edits.every((edit) => keptIn(edit) === undefined)) return edits
  const files = await takeKeptFiles(account, database).catch(() => [])
  const read = edits.map(async (edit) => {
    const kept = keptIn(edit)
    if (kept === undefined) return [edit]
    const file = files.find(({ id }) => id === kept)?.file
    return file ? [{ ...edit, value: await readAsDataUri(file, file.name) }] : []
  })
  const settled = await Promise.allSettled(read)
  return settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}
