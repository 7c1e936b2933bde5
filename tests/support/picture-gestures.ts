/** The gestures of an editor with pictures of the disk, on whatever page is open. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionsOf } from '#content/change/component-uses.ts'
import type { ComponentCopy } from '#content/clipboard/component-copy.ts'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { Iri } from '#content/model/iri.ts'
import { addressOfFile } from '#content/pictures/unsent-files.ts'
import { editField } from '#machines/editing/changes/pending-edits.ts'
import { newId } from '#src/ui/new-id.ts'
import { readAsDataUri } from '#src/api/files.ts'
import type { Browser } from './editing.ts'

const folder = join(import.meta.dirname, '../../server/seed/pictures')

/** Returns a file of the disk by its number. */
const pictureOf = (at: number) => {
  const name = ['van', 'goat', 'trunks'][at % 3]!
  const bytes = readFileSync(join(folder, name, 'thumbnail.webp'))
  return new File([bytes], `${name}.webp`, { type: 'image/webp' })
}

const emptyImage: ComponentCopy = {
  type: 'Image',
  endpoint: '/component/images',
  hasDrafts: true,
  properties: {},
  relations: {},
  files: {},
  groups: [],
}

export const createPictureGestures = (browser: Browser) => {
  const { cache, editModeRef, changeQueueRef, pendingEditsRef } = browser

  /** Puts a file into a component, as the editor does after it was picked for that. */
  const fill = async (component: Iri<'COMPONENT'>, at: number, completes?: string) => {
    const value = await readAsDataUri(pictureOf(at), pictureOf(at).name)
    const change = { iri: component, property: 'file', value, stored: null, isChoice: true }
    editField(pendingEditsRef(), versionsOf(component, cache.read), { ...change, completes })
    await browser.flush()
  }

  /** Pastes a file of the disk, for which a component is added. */
  const paste = async (insertionPoint: InsertionPoint, at: number) => {
    const id = newId()
    let pasted: Iri | null | undefined = null
    const subscription = changeQueueRef.on('change.saved', ({ intent, copied }) => {
      if (intent.kind === 'paste' && intent.id === id) pasted = copied
    })
    const copies = [emptyImage]
    editModeRef.send({ type: 'paste.requested', copies, insertionPoint, isPublic: false, id })
    await browser.quiet()
    subscription.unsubscribe()
    if (pasted) await fill(pasted as Iri<'COMPONENT'>, at, id)
  }

  /** Puts a file into a text, and types below it while that is sent. */
  const write = async (component: Iri<'COMPONENT'>, at: number, word: string) => {
    const html = String(cache.read(component)?.['html'] ?? '')
    const withPicture = `${html}<img src="${addressOfFile(pictureOf(at))}">`
    browser.type(component, 'html', withPicture)
    pendingEditsRef().send({ type: 'flush.requested' })
    browser.type(component, 'html', `${withPicture}<p>${word}</p>`)
    await browser.flush()
  }
  return { fill, paste, write }
}
