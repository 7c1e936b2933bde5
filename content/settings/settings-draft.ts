/**
 * The settings of the site while they are edited: the stored texts, the values that were changed, and those that somebody
 * else has changed meanwhile. Each function returns a new draft.
 */
import {
  type SiteConfig,
  type SiteConfigParameter,
  defaultSiteConfig,
  isSettingKey,
  parseBoolean,
  parseSiteConfig,
} from '../model/site-config.ts'

export type SettingKey = keyof SiteConfig
export type SettingValue = SiteConfig[SettingKey]

/** The stored texts by key. A key that was never stored is missing. */
type StoredSettings = Readonly<Partial<Record<SettingKey, string>>>

export interface SettingsDraft {
  stored: StoredSettings
  /** The values that differ from the stored ones. */
  changed: Readonly<Partial<SiteConfig>>
  /** The keys of those that somebody else has changed meanwhile, until the user has decided. */
  conflicts: readonly SettingKey[]
}

/** One change to be saved. */
export interface SettingChange {
  key: SettingKey
  text: string
  /** The text that it replaces; undefined for a key that is not stored yet. */
  replaced: string | undefined
}

const settingKeys = Object.keys(defaultSiteConfig).filter(isSettingKey)

/** Returns a stored value as the text that is edited. An API may store a list of texts. */
const textOfStored = (value: unknown) =>
  Array.isArray(value) ? value.join('\n') : value == null ? '' : String(value)

const textOf = (value: SettingValue) => String(value)

/** Returns the text of a parameter that the API has sent; undefined for one that is not stored. */
export const storedTextOf = (parameter: Partial<SiteConfigParameter> | null) =>
  parameter?.key === undefined ? undefined : textOfStored(parameter.value)

/** Returns the draft of the stored parameters, in which nothing is changed. Parameters of other programs are left out. */
export const draftOf = (parameters: readonly SiteConfigParameter[]): SettingsDraft => ({
  stored: Object.fromEntries(
    parameters.flatMap(({ key, value }) => (isSettingKey(key) ? [[key, textOfStored(value)]] : [])),
  ),
  changed: {},
  conflicts: [],
})

/** Returns the value of a stored text. An empty text stays empty, so that a field that was cleared does not fill again. */
const valueOfText = (key: SettingKey, text: string | undefined): SettingValue => {
  const initial = defaultSiteConfig[key]
  if (text === undefined) return initial
  return typeof initial === 'boolean' ? (parseBoolean(text) ?? initial) : text
}

/** Returns the value that is stored for a key, or its default. */
export const storedValueOf = ({ stored }: Pick<SettingsDraft, 'stored'>, key: SettingKey) =>
  valueOfText(key, stored[key])

/** Returns the value that is shown for a key: the changed one, or else the stored one. */
export const valueOf = (draft: SettingsDraft, key: SettingKey): SettingValue =>
  draft.changed[key] ?? storedValueOf(draft, key)

/** Returns the settings that the site would have if the draft were stored. */
export const configOf = (draft: SettingsDraft): SiteConfig =>
  parseSiteConfig(settingKeys.map((key) => ({ key, value: textOf(valueOf(draft, key)) })))

const without = (draft: SettingsDraft, key: SettingKey): SettingsDraft => {
  const { [key]: _, ...changed } = draft.changed
  return { ...draft, changed, conflicts: draft.conflicts.filter((other) => other !== key) }
}

const isChanged = ({ changed }: SettingsDraft, key: SettingKey) => Object.hasOwn(changed, key)

/** Changes a value. One that is as it is stored is not changed any more. */
export const changeSetting = (
  draft: SettingsDraft,
  { key, value }: { key: SettingKey; value: SettingValue },
): SettingsDraft =>
  value === storedValueOf(draft, key)
    ? without(draft, key)
    : { ...draft, changed: { ...draft.changed, [key]: value } }

const withStored = (draft: SettingsDraft, key: SettingKey, text: string | undefined) => {
  const { [key]: _, ...others } = draft.stored
  return { ...draft, stored: text === undefined ? others : { ...others, [key]: text } }
}

interface StoredText {
  key: SettingKey
  /** Undefined where it is not stored any more. */
  text: string | undefined
}

/** Takes over the text that was saved. What was typed since then stays a change. */
export const settleSetting = (draft: SettingsDraft, { key, text }: StoredText): SettingsDraft => {
  const stored = withStored(draft, key, text)
  return isChanged(stored, key) && stored.changed[key] === storedValueOf(stored, key)
    ? without(stored, key)
    : stored
}

/** Takes over the text that somebody else has saved. Where it differs from a change, the user decides. */
export const receiveSetting = (draft: SettingsDraft, { key, text }: StoredText): SettingsDraft => {
  if (draft.stored[key] === text) return draft
  const settled = settleSetting(draft, { key, text })
  return isChanged(settled, key)
    ? { ...settled, conflicts: [...new Set([...settled.conflicts, key])] }
    : settled
}

/** Decides for the own value, which replaces that of somebody else when it is saved. */
export const keepMine = (draft: SettingsDraft, key: SettingKey): SettingsDraft => ({
  ...draft,
  conflicts: draft.conflicts.filter((other) => other !== key),
})

/** Decides for what is stored. */
export const takeTheirs = without

export const discardChanges = (draft: SettingsDraft): SettingsDraft => ({
  ...draft,
  changed: {},
  conflicts: [],
})

/** Returns the keys whose values differ from the stored ones. */
export const changedKeys = (draft: SettingsDraft) =>
  settingKeys.filter((key) => isChanged(draft, key))

/** Returns the changes to be saved. Those about which the user has to decide first are left out. */
export const changesOf = (draft: SettingsDraft): SettingChange[] =>
  changedKeys(draft)
    .filter((key) => !draft.conflicts.includes(key))
    .map((key) => ({ key, text: textOf(valueOf(draft, key)), replaced: draft.stored[key] }))
