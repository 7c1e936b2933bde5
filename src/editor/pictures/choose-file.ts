/** Puts a file of the media library in a field of a resource, without sending its content. */
import type { Fields } from '#content/model/field.ts'
import { type MediaFile, alternativeTextIn } from '#content/pictures/media-library.ts'
import type { FieldEdits } from '../site-kinds.ts'

/** The edits of a resource with the fields of its kind. */
export type KindEdits = Pick<FieldEdits, 'resource' | 'change' | 'flush'> & { fields: Fields }

/**
 * Returns a function that changes a property to a file. Where the resource has no alternative text for it, it gets that
 * of the library in the language of the page.
 */
export const createChooseFile =
  ({ resource, change, flush, fields }: KindEdits, name: string) =>
  (file: MediaFile) => {
    change(name, file['@id'], { isChoice: true })
    const text = alternativeTextIn(file, document.documentElement.lang)
    const [described] = Object.entries(fields).find(
      ([, field]) => field.format === 'altText' && field.describes === name,
    ) ?? [null]
    if (text && described !== null && (resource[described] ?? null) === null)
      change(described, text, { isChoice: true })
    // Each choice is undone by itself.
    flush()
  }
