import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { typeOf } from '#content/iri.ts'
import { publishState } from '#content/publish.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { InfoTab } from './InfoTab.tsx'
import { KindTab, NewKindTab } from './KindTab.tsx'
import { OrderTab } from './OrderTab.tsx'
import { PublishTab } from './PublishTab.tsx'
import type { Actors } from './ResourceManager.tsx'
import styles from './Tabs.module.css'
import { useKind } from './define-editor.ts'
import { usePair, useSelected } from './use-selected.ts'
import { useStagedEdit } from './StagedComponent.tsx'
import type { AddResourceRef } from '#machines/add-resource.ts'

/** The details of what is selected. */
export function Tabs(actors: Actors) {
  const { isNew } = useSelected(actors.managerRef)
  if (isNew) return actors.addRef ? <NewTabs addRef={actors.addRef} /> : null
  return <StoredTabs {...actors} />
}

function StoredTabs(actors: Actors) {
  const { current = '', position, group } = useSelected(actors.managerRef)
  const { live, draft, shown } = usePair(current, actors.managerRef)
  const resource = useResource(shown?.['@id'] ?? current)
  const { kind } = useKind(resource?.['@type'])
  if (!resource) return null
  return (
    <TabList
      tabs={[
        kind &&
          shown && {
            label: kind.label,
            content: <KindTab {...actors} kind={kind} resource={shown} twins={[live, draft]} />,
          },
        { label: 'Info', content: <InfoTab resource={resource} kind={kind} /> },
        position && group && typeOf(current) !== 'COMPONENT_GROUP'
          ? { label: 'Order', content: <OrderTab {...actors} group={group} position={position} /> }
          : undefined,
        shown && publishState(shown)
          ? {
              label: 'Publish',
              content: <PublishTab {...actors} resource={shown} live={live} draft={draft} />,
            }
          : undefined,
      ]}
    />
  )
}

function NewTabs({ addRef }: { addRef: AddResourceRef }) {
  const edit = useStagedEdit(addRef)
  const { kind } = useKind(edit.resource['@type'])
  return (
    <TabList
      tabs={[
        kind && { label: kind.label, content: <NewKindTab edit={edit} kind={kind} /> },
        { label: 'Info', content: <InfoTab resource={edit.resource} kind={kind} /> },
      ]}
    />
  )
}

interface Tab {
  label: string
  content: ReactNode
}

function TabList({ tabs }: { tabs: (Tab | undefined)[] }) {
  const present = tabs
    .filter((tab) => tab !== undefined)
    // The value becomes part of ids that attributes list, with spaces between them.
    .map((tab) => ({ ...tab, value: tab.label.replaceAll(' ', '-') }))
  return (
    <RadixTabs.Root className={styles.tabs} defaultValue={present[0]?.value ?? ''}>
      <RadixTabs.List className={styles.list} aria-label="Details">
        {present.map(({ label, value }) => (
          <RadixTabs.Trigger key={value} value={value} className={styles.tab}>
            {label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {present.map(({ value, content }) => (
        <RadixTabs.Content key={value} value={value} className={styles.content}>
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
