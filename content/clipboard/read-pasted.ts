/** Reads what is pasted as copies for this site: every kind, field and file is checked, or the whole is refused. */
import { type ComponentKind, kindOf } from '../model/kind.ts'
import type { ComponentGroup } from '../model/resource.ts'
import { type DocumentComponent, type DocumentGroup, parseDocument } from './clipboard-document.ts'
import type { ComponentCopy, GroupCopy } from './component-copy.ts'
import { insertionRefusal } from '../model/allowed-kinds.ts'
import { type PasteContext, Refusal } from './paste-context.ts'
import { readPastedFields } from './read-pasted-fields.ts'
import { readFiles } from './read-pasted-files.ts'

/** The site and the group into which something is pasted. */
export interface PasteTarget {
  kinds: readonly ComponentKind[]
  /** The origin of this site. Only what was copied here may name resources of it. */
  origin: string
  group: ComponentGroup | undefined
}

export interface Pasted {
  copies: ComponentCopy[]
  /** The things that did not come along, in the words of an editor. */
  missing: string[]
}

/** Returns the copies in a text from the clipboard, or the reason why they cannot be pasted. */
export const readPasted = (text: string, target: PasteTarget): Pasted | { refusal: string } => {
  const document = parseDocument(text)
  if ('refusal' in document) return document
  const missing = new Set<string>()
  const context = {
    kinds: target.kinds,
    origin: document.origin,
    isSameSite: document.origin === target.origin,
    noteMissing: (what: string) => void missing.add(what),
  }
  try {
    const copies = document.components.map((one) => readComponent(one, target.group, context))
    return { copies, missing: [...missing] }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message }
    throw error
  }
}

const readComponent = (
  { type, fields, files, groups }: DocumentComponent,
  group: Pick<ComponentGroup, 'allowedComponents'> | undefined,
  context: PasteContext,
): ComponentCopy => {
  const kind = kindOf(context.kinds, type)
  if (!kind) throw new Refusal(`This site has no “${type}”.`)
  const refusal = insertionRefusal(group, kind, context.kinds)
  if (refusal) throw new Refusal(refusal)
  const values = readPastedFields(fields, kind, context)
  const content = readFiles(files, kind, context)
  const known = { ...values.properties, ...values.relations, ...content }
  for (const [name, { required }] of Object.entries(kind.fields))
    if (required && !Object.hasOwn(known, name)) throw new Refusal(`“${kind.label}”: ${required}`)
  return {
    type,
    endpoint: kind.endpoint,
    hasDrafts: kind.publishable,
    ...values,
    files: content,
    groups: groups.map((inside) => readGroup(inside, context)),
  }
}

const readGroup = (
  { name, allowed, components }: DocumentGroup,
  context: PasteContext,
): GroupCopy => {
  const accepted = allowed && {
    allowedComponents: context.kinds
      .filter(({ type }) => allowed.includes(type))
      .map(({ endpoint }) => endpoint),
  }
  return {
    name,
    ...accepted,
    components: components.map((one) => readComponent(one, accepted, context)),
  }
}
