import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { listAt, listPath } from '#content/admin/resource-lists.ts'
import type { Iri } from '#content/model/iri.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { selectForm } from '#machines/admin/resource-item.ts'
import { itemCopy } from '#src/app/effects/admin/item-copy-effects.ts'
import { readAnnounced } from '#src/app/effects/admin/undoable-changes.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
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

interface ItemTabsProps extends ItemProps {
  path: string
  /** True over a page, whose address is its own. */
  isOverPage?: boolean
}

/** Shows what is stored of an item in tabs, the selected one of which is in the hash of the URL of its screen. */
export function ItemTabs({ path, resourceItemRef, isOverPage = false }: ItemTabsProps) {
  const [shown, select] = useTab(path, isOverPage)
  const { resource } = useSelector(resourceItemRef, selectForm)!.version!
  const itemCopyRef = useItemCopy(path, resource['@id'])
  const isAccount = listAt(path).name === 'users'
  return (
    <Tabs
      label="Parts"
      tabs={tabsOf(path).map((tab) => ({ value: tab, label: labels[tab] }))}
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
      {shown === 'info' ? (
        <ItemFacts {...{ path, resourceItemRef, itemCopyRef, isOverPage }} />
      ) : null}
    </Tabs>
  )
}

/** Returns the actor that copies the item, and undoes that on the screen of the copy. */
function useItemCopy(path: string, iri: Iri) {
  const list = listPath(listAt(path))
  const input = { iri, listPath: list, undoable: readAnnounced(list) }
  return useViewActor('itemCopy', itemCopy, input)
}

/** Returns the selected tab, and a function that selects another one. */
function useTab(path: string, isOverPage: boolean) {
  const [tabOverPage, setTabOverPage] = useState<Tab>('details')
  const navigationRef = useAppActor('navigation')
  const location = useSelector(navigationRef, selectLocation)
  if (isOverPage) return [tabOverPage, setTabOverPage] as const
  const shown = tabsOf(path).find((tab) => `#${tab}` === location.hash) ?? 'details'
  const select = (tab: Tab) =>
    navigationRef.send({
      type: 'navigation.requested',
      to: { ...location, hash: tab === 'details' ? '' : `#${tab}` },
      source: 'code',
      replace: true,
    })
  return [shown, select] as const
}

/** Returns the tabs of the screen of an item: only pages and their data have routes, and accounts security and sessions. */
const tabsOf = (path: string): Tab[] => {
  const { name } = listAt(path)
  if (name === 'users') return ['details', 'security', 'sessions', 'info']
  return name === 'pages' || name === 'data' ? ['details', 'routes', 'info'] : ['details', 'info']
}
