/** Reads the files of a component that is pasted. */
import { referenceOf } from '../model/field.ts'
import { isIriOf } from '../model/iri.ts'
import type { ComponentKind } from '../model/kind.ts'
import type { DocumentFile } from './clipboard-document.ts'
import type { CopiedFile } from './component-copy.ts'
import { type PasteContext, Refusal, fieldOf } from './paste-context.ts'

const dataUri = /^data:[^,]{0,200};base64,[\w+/]*={0,2}$/
/** A file of the media library that was chosen just now. */
const mediaObjectIri = /^\/_\/media_objects\/[\w.-]{1,200}$/

/** Returns the files by property. One without content is read on this site, or noted as missing if it is of another. */
export const readFiles = (
  files: Readonly<Record<string, DocumentFile>>,
  kind: ComponentKind,
  context: Pick<PasteContext, 'isSameSite' | 'noteMissing'>,
): Record<string, CopiedFile> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([property, { content, source }]): [string, CopiedFile][] => {
      const field = fieldOf(kind, property)
      if (!field || referenceOf(field) !== 'file')
        throw new Refusal(`“${kind.label}” has no file “${property}”.`)
      if (content !== undefined) {
        const isReadable =
          dataUri.test(content) || (context.isSameSite && mediaObjectIri.test(content))
        if (!isReadable) throw new Refusal(`${field.label}: the file is not readable.`)
        return [[property, { content }]]
      }
      if (context.isSameSite && isIriOf('COMPONENT', source))
        return [[property, { source, property }]]
      context.noteMissing(field.label)
      return []
    }),
  )
