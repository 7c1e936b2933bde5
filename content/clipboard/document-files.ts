/** The files of a document: which of them have no content yet, and how it is added. */
import type { ClipboardDocument, DocumentComponent } from './clipboard-document.ts'

/** A file of a component of this site. */
export interface StoredFileKey {
  source: string
  property: string
}

/** The characters that all files together may have, with room for the words of a document. */
const maxCharacters = 20 * 1024 * 1024

/** Returns the files of a document without their content. */
export const filesWithoutContent = ({ components }: ClipboardDocument): StoredFileKey[] =>
  components.flatMap(filesInside)

const filesInside = ({ files, groups }: DocumentComponent): StoredFileKey[] => [
  ...Object.entries(files).flatMap(([property, { source, content }]) =>
    source !== undefined && content === undefined ? [{ source, property }] : [],
  ),
  ...groups.flatMap(({ components }) => components.flatMap(filesInside)),
]

/** Returns the document with the contents of its files, by `fileKey`; null if they are too large together. */
export const withContents = (
  document: ClipboardDocument,
  contents: ReadonlyMap<string, string>,
): ClipboardDocument | null => {
  const characters = [...contents.values()].reduce((sum, { length }) => sum + length, 0)
  if (characters > maxCharacters) return null
  const fill = (component: DocumentComponent): DocumentComponent => ({
    ...component,
    files: Object.fromEntries(
      Object.entries(component.files).map(([property, file]) => {
        const content = contents.get(fileKey({ source: file.source ?? '', property }))
        return [property, content === undefined ? file : { ...file, content }]
      }),
    ),
    groups: component.groups.map((group) => ({
      ...group,
      components: group.components.map(fill),
    })),
  })
  return { ...document, components: document.components.map(fill) }
}

export const fileKey = ({ source, property }: StoredFileKey) => `${source} ${property}`
