import { useSelector } from '@xstate/react'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { searchResultOf } from '#content/settings/search-result.ts'
import { isOtherOrigin } from '#content/settings/setting-problems.ts'
import { configOf, valueOf } from '#content/settings/settings-draft.ts'
import { settingGroups } from '#content/settings/setting-groups.ts'
import { selectDraft, selectFacts } from '#machines/admin/settings.ts'
import { titleCase } from '#src/views/head/title-case.ts'
import type { PreviewProps, SettingsProps } from './settings-props.ts'
import { SearchResult } from '../SearchResult.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import { SwitchSetting, TextSetting } from './SettingField.tsx'
import styles from './SettingsScreen.module.css'

/** Edits the name of the site, its titles and its address. */
export function GeneralSettings({ settingsRef }: SettingsProps) {
  const draft = useSelector(settingsRef, selectDraft)!
  const facts = useSelector(settingsRef, selectFacts)!
  return (
    <SettingsGroup
      group={settingGroups.general}
      preview={<SearchResults draft={draft} facts={facts} />}
    >
      <TextSetting
        settingsRef={settingsRef}
        settingKey="siteName"
        placeholder={defaultSiteConfig.siteName}
      />
      <TitleSwitches settingsRef={settingsRef} />
      <TextSetting
        settingsRef={settingsRef}
        settingKey="canonicalUrl"
        hint="The address of this site in the sitemap and for search engines. Leave it empty to use the one at which it is visited."
        placeholder={facts.origin}
        warning={
          isOtherOrigin(String(valueOf(draft, 'canonicalUrl')), facts.origin) &&
          `Search engines are sent to another address than this one, ${facts.origin}.`
        }
      />
    </SettingsGroup>
  )
}

function TitleSwitches({ settingsRef }: SettingsProps) {
  const draft = useSelector(settingsRef, selectDraft)!
  return (
    <>
      <SwitchSetting
        settingsRef={settingsRef}
        settingKey="concatTitle"
        hint="Adds the site name to the title of each page."
      />
      <SwitchSetting
        settingsRef={settingsRef}
        settingKey="fallbackTitle"
        hint="Gives a page without a title one that is made from its address."
        warning={
          valueOf(draft, 'fallbackTitle') === false &&
          'Pages without a title all have the same one: the site name.'
        }
      />
    </>
  )
}

const examples = [
  { title: 'About us', path: '/about-us', label: 'A page with a title' },
  { title: '', path: '/opening-hours', label: 'A page without a title' },
]

/** Shows two pages as a search engine lists them. */
function SearchResults({ draft, facts }: PreviewProps) {
  const config = configOf(draft)
  return (
    <figure className={styles.results}>
      <figcaption className={styles.previewLabel}>Search result</figcaption>
      {config.indexable ? (
        examples.map(({ title, path, label }) => {
          const fallback = config.fallbackTitle ? titleCase(path.slice(1)) : ''
          const shown = title || fallback
          const { url, title: heading } = searchResultOf(config, { title: shown, path }, facts)
          return (
            <div key={path} className={styles.result}>
              <SearchResult url={url} title={heading} />
              <p className={styles.hint}>{label}</p>
            </div>
          )
        })
      ) : (
        <p>Search engines are asked not to list any page of this site.</p>
      )}
    </figure>
  )
}
