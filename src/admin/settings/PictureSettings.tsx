import { settingGroups } from '#content/settings/setting-groups.ts'
import { PictureSetting, TextSetting } from './SettingField.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Chooses the picture with which pages are shared, and the icons of the site. */
export const PictureSettings = ({ settingsRef }: SettingsProps) => (
  <SettingsGroup group={settingGroups.pictures}>
    <PictureSetting
      settingsRef={settingsRef}
      settingKey="socialImage"
      hint="Shown where a page is shared that has no picture of its own: 1200 by 630 pixels suit most places."
    />
    <TextSetting
      settingsRef={settingsRef}
      settingKey="socialImageAlt"
      hint="What it shows, for those who do not see it."
    />
    <PictureSetting
      settingsRef={settingsRef}
      settingKey="favicon"
      hint="A square picture, which stays clear when it is as small as a letter. Browsers show a new one after a while."
    />
    <PictureSetting
      settingsRef={settingsRef}
      settingKey="largeIcon"
      hint="A square PNG of at least 512 by 512 pixels without transparent parts, for phones and where the site is installed."
    />
  </SettingsGroup>
)
