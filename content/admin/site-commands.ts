/** The actions, screens and settings that the search of the site finds, which no request is made for. */
import type { User } from '../model/resource.ts'
import { type SettingGroup, settingGroups, settingLabels } from '../settings/setting-groups.ts'
import { accountPath } from '../account/account-path.ts'
import { adminSections } from './admin-sections.ts'
import { type ListName, addingTitle, itemPath } from './resource-lists.ts'
import { isSuperAdmin, openTo } from './roles.ts'

/** An action that leads to no other screen. */
export type SiteAction = 'edit' | 'finish' | 'reviewChanges' | 'showShortcuts' | 'signOut'

/** The address to which a result of the search leads, or the action that it stands for. */
export type SearchTarget = { href: string } | { action: SiteAction }

/** One result, an option of the list. */
export interface SearchOption {
  id: string
  label: string
  /** Further words about it, by which it is found as well; '' for none. */
  detail: string
  target: SearchTarget
  /** The path of the screen of the admin area on which it is changed, where that is another than its target. */
  adminHref?: string
}

export interface SiteCommand extends SearchOption {
  group: 'actions' | 'adminArea' | 'settings'
}

interface CommandOptions {
  user: User | null
  /** True if the page that is shown can be edited, and is not. */
  canEdit: boolean
  isEditing: boolean
}

/** Returns all that a user can do now. */
export const siteCommands = (options: CommandOptions): SiteCommand[] => [
  ...actions(options),
  ...screens(options.user),
  ...settings(options.user),
]

const action = (name: SiteAction, label: string, detail = ''): SiteCommand => ({
  id: name,
  group: 'actions',
  label,
  detail,
  target: { action: name },
})

const addition = (name: Exclude<ListName, 'data'>): SiteCommand => ({
  id: `add-${name}`,
  group: 'actions',
  label: addingTitle(name),
  detail: 'New',
  target: { href: itemPath({ name, dataType: null }, null) },
})

const actions = ({ user, canEdit, isEditing }: CommandOptions): SiteCommand[] => [
  ...(canEdit ? [action('edit', 'Edit this page')] : []),
  ...(isEditing
    ? [action('reviewChanges', 'Review changes'), action('finish', 'Finish editing')]
    : []),
  addition('pages'),
  addition('layouts'),
  ...(isSuperAdmin(user) ? [addition('users')] : []),
  action('showShortcuts', 'Show keyboard shortcuts'),
  action('signOut', 'Sign out', 'Log out'),
]

const screens = (user: User | null): SiteCommand[] => [
  ...adminSections(user).map(({ href, label, description: detail }): SiteCommand => ({
    id: `screen-${href.slice(href.lastIndexOf('/') + 1)}`,
    group: 'adminArea',
    label,
    detail,
    target: { href },
  })),
  ...(user
    ? [
        {
          id: 'screen-account',
          group: 'adminArea' as const,
          label: 'My account',
          detail: 'Your password and email address',
          target: { href: accountPath(user['@id']) },
        },
      ]
    : []),
]

const groups: readonly SettingGroup[] = Object.values(settingGroups)

/** Returns the labels by which a group is found; its title where it has nothing to be set. */
const labelsIn = ({ title, settings: keys, actions: buttons = [] }: SettingGroup) => {
  const labels = [...keys.map((key) => settingLabels[key]), ...buttons]
  return labels.length > 0 ? labels : [title]
}

const settings = (user: User | null) =>
  groups.filter(openTo(user)).flatMap((group): SiteCommand[] =>
    labelsIn(group).map((label, index) => ({
      id: `setting-${group.id}-${index}`,
      group: 'settings',
      label,
      detail: label === group.title ? 'Settings' : `Settings, ${group.title}`,
      target: { href: `/_cwa/settings#${group.id}` },
    })),
  )

const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean)

/** True if a text has all words of a query in it. */
export const hasWords = (text: string, query: string) => {
  const lower = text.toLowerCase()
  return wordsOf(query).every((word) => lower.includes(word))
}

/** Returns how well a command matches, the best first; null if it does not. */
const rankOf = ({ label, detail }: SiteCommand, query: string) => {
  if (label.toLowerCase().startsWith(query.trim().toLowerCase())) return 0
  if (hasWords(label, query)) return 1
  return hasWords(`${label} ${detail}`, query) ? 2 : null
}

/** Returns the commands with all typed words in them; those that begin with them come first, then those with them in their label. */
export const matchCommands = (
  commands: readonly SiteCommand[],
  query: string,
): readonly SiteCommand[] =>
  commands
    .map((command) => ({ command, rank: rankOf(command, query) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => one.rank! - other.rank!)
    .map(({ command }) => command)
