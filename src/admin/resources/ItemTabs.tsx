import { useSelector } from '@xstate/react'
import { listAt } from '#content/admin/resource-lists.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { selectForm } from '#machines/admin/resource-item.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { AccountMail } from './AccountMail.tsx'
import { AccountSessions } from './AccountSessions.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { ItemFacts } from './ItemFacts.tsx'
import type { ItemProps } from './item-props.ts'
import { PageRoutesPanel } from './PageRoutes.tsx'
import { AccountFacts } from '../account/AccountFacts.tsx'
import { TwoFactor } from '../account/TwoFactor.tsx'
import styles from './ResourceItem.module.css'

const labels = {
  details: 'Details',
  routes: 'Routes',
  security: 'Security',
  sessions: 'Sessions',
  info: 'Info',
}
type Tab = keyof typeof labels

/** Shows what is stored of an item in tabs, the selected one of which is in the hash of the URL. */
export function ItemTabs({ path, resourceItemRef }: ItemProps & { path: string }) {
  const navigationRef = useAppActor('navigation')
  const location = useSelector(navigationRef, selectLocation)
  const { resource } = useSelector(resourceItemRef, selectForm)!.version!
  const isAccount = listAt(path).name === 'users'
  const tabs = tabsOf(path)
  const shown = tabs.find((tab) => `#${tab}` === location.hash) ?? 'details'
  const select = (tab: Tab) =>
    navigationRef.send({
      type: 'navigation.requested',
      to: { ...location, hash: tab === 'details' ? '' : `#${tab}` },
      source: 'code',
      replace: true,
    })
  return (
    <Tabs
      label="Parts"
      tabs={tabs.map((tab) => ({ value: tab, label: labels[tab] }))}
      value={shown}
      onSelect={select}
      className={styles.tabs}
      panelClassName={styles.panel}
    >
      {shown === 'details' && isAccount ? (
        <>
          <AccountFacts account={resource} />
          <AccountMail account={resource} />
        </>
      ) : null}
      {shown === 'details' ? <ItemDetails resourceItemRef={resourceItemRef} /> : null}
      {shown === 'routes' ? <PageRoutesPanel owner={resource['@id']} /> : null}
      {shown === 'security' ? <TwoFactor account={resource['@id']} /> : null}
      {shown === 'sessions' ? <AccountSessions account={resource['@id']} /> : null}
      {shown === 'info' ? <ItemFacts path={path} resourceItemRef={resourceItemRef} /> : null}
    </Tabs>
  )
}

/** Returns the tabs of the screen of an item: only pages and their data have routes, and accounts security and sessions. */
const tabsOf = (path: string): Tab[] => {
  const { name } = listAt(path)
  if (name === 'users') return ['details', 'security', 'sessions', 'info']
  return name === 'pages' || name === 'data' ? ['details', 'routes', 'info'] : ['details', 'info']
}
