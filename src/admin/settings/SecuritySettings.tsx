import { settingGroups } from '#content/settings/setting-groups.ts'
import { SwitchSetting } from './SettingField.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Requires a second factor of everybody who edits. Only super admins may change it. */
export const SecuritySettings = ({ settingsRef }: SettingsProps) => (
  <SettingsGroup group={settingGroups.security}>
    <SwitchSetting
      settingsRef={settingsRef}
      settingKey="twoFactorRequired"
      hint="Everybody who edits this site, you included, has to set up two-factor sign-in before anything else. Those who have it notice nothing."
    />
  </SettingsGroup>
)
