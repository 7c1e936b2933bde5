import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { counted } from '#content/model/counted.ts'
import { siteOrigin } from '#content/model/site-config.ts'
import { buildRobotsTxt } from '#content/settings/robots-txt.ts'
import { disallowsAll } from '#content/settings/setting-problems.ts'
import { configOf, valueOf } from '#content/settings/settings-draft.ts'
import { buildSitemap, previewedRoutes } from '#content/settings/sitemap.ts'
import { settingGroups } from '#content/settings/setting-groups.ts'
import { selectDraft, selectFacts } from '#machines/admin/settings.ts'
import type { PreviewProps, SettingsProps } from './settings-props.ts'
import { FilePreview, SettingsGroup } from './SettingsGroup.tsx'
import { SwitchSetting, TextSetting } from './SettingField.tsx'

/** Edits the list of addresses for search engines. */
export function SitemapSettings({ settingsRef }: SettingsProps) {
  const draft = useDeferredValue(useSelector(settingsRef, selectDraft)!)
  const facts = useSelector(settingsRef, selectFacts)!
  return (
    <SettingsGroup
      group={settingGroups.sitemap}
      preview={<SitemapPreview draft={draft} facts={facts} />}
    >
      <p>
        Submit <a href="/sitemap_index.xml">/sitemap_index.xml</a> to search engines. It leads to
        everything that is listed here.
      </p>
      <SwitchSetting
        settingsRef={settingsRef}
        settingKey="sitemapEnabled"
        hint="Lists the address of each page that visitors may see."
      />
      <TextSetting
        settingsRef={settingsRef}
        settingKey="sitemapXml"
        hint="Addresses of your own: a <urlset> or a <sitemapindex>, at most 1 MB."
        rows={8}
      />
    </SettingsGroup>
  )
}

function SitemapPreview({ draft, facts }: PreviewProps) {
  const config = configOf(draft)
  const { routes, routeCount, origin } = facts
  const { shown, isCut } = previewedRoutes(routes, routeCount)
  return (
    <FilePreview
      label="Preview of sitemap.xml"
      rows={12}
      text={buildSitemap(config, shown, siteOrigin(config, origin) ?? origin)}
      {...(config.sitemapEnabled &&
        isCut && {
          hint: `Only ${counted(shown.length, 'address is', 'addresses are')} shown here. The sitemap itself lists all.`,
        })}
    />
  )
}

/** Edits which crawlers may read the site. */
export function IndexingSettings({ settingsRef }: SettingsProps) {
  const draft = useDeferredValue(useSelector(settingsRef, selectDraft)!)
  const facts = useSelector(settingsRef, selectFacts)!
  return (
    <SettingsGroup
      group={settingGroups.indexing}
      preview={<RobotsPreview draft={draft} facts={facts} />}
    >
      <SwitchSetting
        settingsRef={settingsRef}
        settingKey="indexable"
        hint="Lets search engines list this site."
      />
      {valueOf(draft, 'indexable') === true ? <CrawlerSwitches settingsRef={settingsRef} /> : null}
      <SwitchSetting settingsRef={settingsRef} settingKey="robotsRemoveSitemap" />
      <TextSetting
        settingsRef={settingsRef}
        settingKey="robotsText"
        hint="Added to the rules above. Without a User-agent line it is for all crawlers."
        rows={6}
        warning={
          disallowsAll(String(valueOf(draft, 'robotsText'))) &&
          'These rules keep all crawlers from the whole site.'
        }
      />
    </SettingsGroup>
  )
}

const CrawlerSwitches = ({ settingsRef }: SettingsProps) => (
  <>
    <SwitchSetting
      settingsRef={settingsRef}
      settingKey="robotsAllowNonSeoCrawlers"
      hint="The crawlers of SEO tools and aggregators, which bring no visitors."
    />
    <SwitchSetting
      settingsRef={settingsRef}
      settingKey="robotsAllowAiBots"
      hint="The crawlers that collect texts to train models and to generate answers."
    />
  </>
)

function RobotsPreview({ draft, facts }: PreviewProps) {
  const config = configOf(draft)
  return (
    <FilePreview
      label="Preview of robots.txt"
      rows={12}
      text={buildRobotsTxt(config, siteOrigin(config, facts.origin))}
    />
  )
}
