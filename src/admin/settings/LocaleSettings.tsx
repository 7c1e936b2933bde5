import { settingGroups } from '#content/settings/setting-groups.ts'
import { languageLabel, languages } from '../media/languages.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import { TextSetting } from './SettingField.tsx'
import type { SettingsProps } from './settings-props.ts'

const suggestions = languages.map((language) => ({
  value: language,
  label: languageLabel(language),
}))

/** Edits the language of the site. */
export const LocaleSettings = ({ settingsRef }: SettingsProps) => (
  <SettingsGroup group={settingGroups.locale}>
    <TextSetting
      settingsRef={settingsRef}
      settingKey="lang"
      hint="The language that the pages are written in, for search engines, translators and screen readers: a language tag, such as de or pt-BR."
      suggestions={suggestions}
    />
  </SettingsGroup>
)
