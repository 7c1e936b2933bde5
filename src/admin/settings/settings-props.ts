import type { SettingKey, SettingsDraft } from '#content/settings/settings-draft.ts'
import type { SiteFacts } from '#content/settings/site-facts.ts'
import type { SettingsRef } from '#machines/admin/settings.ts'

export interface SettingsProps {
  settingsRef: SettingsRef
}

/** The draft, and facts about the site, for a preview. */
export interface PreviewProps {
  draft: SettingsDraft
  facts: SiteFacts
}

export interface SettingProps extends SettingsProps {
  settingKey: SettingKey
  hint?: string
  /** A value that is allowed, but rarely meant. */
  warning?: string | false
}
