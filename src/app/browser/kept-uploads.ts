/** Keeps files that are uploaded, or are to be, in a database of the browser, so that they outlive a reload or a crash. */
import type { Iri } from '#content/model/iri.ts'
import type { PickedFile } from '#content/pictures/uploads.ts'
import { log } from './logger.ts'
import { holdLock } from './open-documents.ts'

/** A file with the account that uploads it and the document that sends it. */
interface KeptFile extends PickedFile {
  account: Iri
  owner: string
}

/** The database of files whose components are not pasted yet. */
export const pastedFiles = 'pasted'

/** The size in bytes of all files that one document keeps. */
const maxKept = 200 * 1024 * 1024

/** Unique among the documents of this browser. */
const owner = `upload ${performance.timeOrigin}`

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not stored.')))
  })

const openStore = async (database = 'uploads') => {
  const opened = indexedDB.open(database, 1)
  opened.addEventListener('upgradeneeded', () =>
    opened.result.createObjectStore('files', { keyPath: 'id' }),
  )
  return (await resultOf(opened)).transaction('files', 'readwrite').objectStore('files')
}

/** Resolves once everything is stored; rejects where there is no room. */
const committed = ({ transaction }: IDBObjectStore) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('Not stored.')),
    )
  })

const readAll = async (store: IDBObjectStore) => {
  const files: KeptFile[] = await resultOf(store.getAll())
  return files
}

/** Returns the files of an account that no open document sends, which are this document's from now on. Forgets the uploads of others. */
export const takeKeptFiles = async (account: Iri, database?: string): Promise<PickedFile[]> => {
  // Tells others that this document sends its files.
  const owners = await holdLock(owner)
  const store = await openStore(database)
  const taken: PickedFile[] = []
  for (const kept of await readAll(store)) {
    const { id, file } = kept
    if (kept.account !== account) {
      if (!database) store.delete(id)
    } else if (!owners?.has(kept.owner)) {
      store.put({ ...kept, owner } satisfies KeptFile)
      taken.push({ id, file })
    }
  }
  return taken
}

/** Keeps these files, as many as there is room for, and forgets all others of this document. */
export const keepFiles = async (account: Iri, files: readonly PickedFile[], database?: string) => {
  let room = maxKept
  const fitting = files.filter(({ file }) => (room -= file.size) >= 0)
  const store = await openStore(database)
  const known = (await readAll(store)).filter((kept) => kept.owner === owner)
  for (const { id } of known) if (!fitting.some((kept) => kept.id === id)) store.delete(id)
  for (const { id, file } of fitting)
    if (!known.some((kept) => kept.id === id))
      store.put({ id, file, account, owner } satisfies KeptFile)
  await committed(store)
}

/** Forgets all files of an account. */
export const forgetFiles = async (account: Iri) => {
  const store = await openStore()
  for (const kept of await readAll(store)) if (kept.account === account) store.delete(kept.id)
}

/** Reports that files are not kept, for example because the disk is full. They are sent nevertheless. */
export const logNotKept = (error: unknown) => log(`Uploads are not kept over a reload: ${error}`)
