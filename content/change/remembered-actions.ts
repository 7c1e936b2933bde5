/** Converts the actions that wait for the network to a text, which a tab remembers over a reload, and back. */
import {
  type GenericSchema,
  array,
  boolean,
  lazy,
  literal,
  nullable,
  number,
  optional,
  picklist,
  pipe,
  record,
  regex,
  strictObject,
  string,
  union,
  unknown,
} from 'valibot'
import type { ComponentCopy } from '../clipboard/component-copy.ts'
import { iri, isPlain, maxCharacters, parseRememberedText } from './remembered-text.ts'

const date = nullable(pipe(string(), regex(/^\d{4}-[\d:.TZ+-]{6,30}$/)))

const copy: GenericSchema = strictObject({
  type: string(),
  endpoint: iri,
  properties: record(string(), unknown()),
  relations: record(string(), iri),
  files: record(
    string(),
    union([strictObject({ content: string() }), strictObject({ source: iri, property: string() })]),
  ),
  hasDrafts: boolean(),
  groups: array(
    strictObject({
      name: string(),
      allowedComponents: optional(array(iri)),
      components: array(lazy(() => copy)),
    }),
  ),
} satisfies Record<keyof ComponentCopy, unknown>)

const action = <Type extends string, Entries extends object>(type: Type, entries: Entries) =>
  strictObject({ type: literal(type), ...entries })

const copyRequest = {
  insertionPoint: strictObject({ group: iri, index: number(), sortValue: number() }),
  id: optional(pipe(string(), regex(/^[\da-f-]{36}$/))),
  isPublic: boolean(),
}

const format = {
  version: 1,
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
            isDraft: optional(boolean()),
            isCut: optional(boolean()),
          }),
          action('deleteAll.requested', { positions: array(iri), isCut: optional(boolean()) }),
          action('moveAll.requested', { positions: array(iri), by: picklist([-1, 1]) }),
          action('moveAll.requested', { positions: array(iri), group: iri, before: nullable(iri) }),
          action('bind.requested', {
            position: iri,
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
        isInterrupted: optional(boolean()),
        isRefused: optional(boolean()),
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
