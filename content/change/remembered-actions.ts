/** Converts the actions that wait for the network to a text, which a tab remembers over a reload, and back. */
import {
  type GenericSchema,
  type ObjectEntries,
  array,
  boolean,
  exactOptional,
  guard,
  lazy,
  literal,
  nullable,
  number,
  pipe,
  record,
  regex,
  strictObject,
  string,
  union,
  unknown,
} from 'valibot'
import type { ComponentCopy } from '../clipboard/component-copy.ts'
import { type IriType, isIriOf } from '../model/iri.ts'
import { iri, isPlain, maxCharacters, parseRememberedText } from './remembered-text.ts'

const date = nullable(pipe(string(), regex(/^\d{4}-[\d:.TZ+-]{6,30}$/)))

/** Accepts the IRI of a resource of this type. */
const iriOf = <Type extends IriType>(type: Type) =>
  pipe(
    iri,
    guard((value: unknown) => isIriOf(type, value)),
  )
const position = iriOf('COMPONENT_POSITION')
const positions = array(position)
const group = iriOf('COMPONENT_GROUP')

const copy: GenericSchema<unknown, ComponentCopy> = strictObject({
  type: string(),
  endpoint: iri,
  properties: record(string(), unknown()),
  relations: record(string(), iri),
  files: record(
    string(),
    union([
      strictObject({ content: string() }),
      strictObject({ source: iriOf('COMPONENT'), property: string() }),
    ]),
  ),
  hasDrafts: boolean(),
  groups: array(
    strictObject({
      name: string(),
      allowedComponents: exactOptional(array(iri)),
      components: array(lazy(() => copy)),
    }),
  ),
})

const action = <Type extends string, Entries extends ObjectEntries>(type: Type, entries: Entries) =>
  strictObject({ type: literal(type), ...entries })

const copyRequest = {
  insertionPoint: strictObject({ group, index: number(), sortValue: number() }),
  id: exactOptional(pipe(string(), regex(/^[\da-f-]{36}$/))),
  isPublic: boolean(),
}

const format = {
  version: 2,
  entries: {
    actions: array(
      strictObject({
        id: string(),
        action: union([
          action('publish.requested', { iri }),
          action('publishAll.requested', { iris: array(iri) }),
          action('schedule.requested', { iri, publishedAt: date }),
          action('schedule.requested', { iri, publishedUntil: date }),
          action('delete.requested', {
            iri,
            isDraft: exactOptional(boolean()),
            isCut: exactOptional(boolean()),
          }),
          action('deleteAll.requested', { positions, isCut: exactOptional(boolean()) }),
          action('moveAll.requested', { positions, by: union([literal(-1), literal(1)]) }),
          action('moveAll.requested', { positions, group, before: nullable(position) }),
          action('bind.requested', {
            position,
            binding: nullable(
              strictObject({ pageDataProperty: string(), pageDataClass: string() }),
            ),
          }),
          action('paste.requested', { copies: array(copy), ...copyRequest }),
          action('duplicate.requested', { iri, ...copyRequest }),
          action('undo.requested', {}),
          action('redo.requested', {}),
        ]),
        edits: array(strictObject({ property: string(), value: unknown() })),
        isSent: exactOptional(boolean()),
        paused: exactOptional(union([literal('interrupted'), literal('refused')])),
      }),
    ),
  },
}

/** Returns the text that is remembered for an account, without what contains files; null for nothing, or without room. */
export const rememberedActionsText = (account: string, actions: readonly object[]) => {
  const plain = actions.filter((each) => isPlain(each))
  const text = JSON.stringify({ version: format.version, account, actions: plain })
  return plain.length === 0 || text.length > maxCharacters ? null : text
}

/** Returns the actions that were remembered for this account; none for any other text. */
export const parseRememberedActions = (text: string, account: string) =>
  parseRememberedText(text, account, format)?.actions ?? []
