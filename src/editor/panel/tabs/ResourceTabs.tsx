import { type ReactNode, useState } from 'react'
import { iriTypeOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Tabs } from '#src/ui/Tabs.tsx'
import { useDynamicTab } from './DynamicTab.tsx'
import { InfoTab } from './InfoTab.tsx'
import { FieldsTab, StagedFieldsTab } from './FieldsTab.tsx'
import { OrderTab } from './OrderTab.tsx'
import { PublishTab } from './PublishTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import type { EditorActorRefs } from '../editor-actor-refs.ts'
import styles from './ResourceTabs.module.css'
import { settingsKindOf } from '../../fields/settings-kind.ts'
import { useKind, useSiteKinds } from '../../site-kinds.ts'
import { useTemplateLocks } from '../../hooks/use-content-scope.ts'
import { useSelection } from '../../hooks/use-selection.ts'
import { useShownVersions } from '../../hooks/use-shown-versions.ts'
import { useStagedEditProps } from '../../page/StagedComponent.tsx'
import type { StagedResourceRef } from '#machines/editing/changes/staged-resource.ts'

/** Shows the tabs of the selected resource, or those of the staged component. */
export function ResourceTabs(actors: EditorActorRefs) {
  const { isNew } = useSelection(actors.selectionRef)
  if (isNew) return actors.stagedRef ? <StagedTabs stagedRef={actors.stagedRef} /> : null
  return <StoredTabs {...actors} />
}

function StoredTabs(actors: EditorActorRefs) {
  const { selectedIri = '', position, group } = useSelection(actors.selectionRef)
  const { live, draft, visible, isLiveShown } = useShownVersions(selectedIri, actors)
  const versions = { versions: [live, draft], isLive: isLiveShown }
  const stored = useResource(selectedIri)
  const resource = visible ?? stored
  const { kind } = useKind(resource?.['@type'])
  const settingsKind = settingsKindOf(resource, useSiteKinds())
  const { isLocked, isPositionLocked } = useTemplateLocks(selectedIri, position)
  const dynamic = useDynamicTab(actors)
  if (!resource) return null
  const info = { label: 'Info', content: <InfoTab resource={resource} /> }
  if (isLocked) return <TabList tabs={[dynamic, info]} />
  return (
    <TabList
      tabs={[
        kind &&
          visible && {
            label: kind.label,
            content: <FieldsTab {...actors} {...versions} kind={kind} resource={visible} />,
          },
        settingsKind && {
          label: 'Settings',
          content: <SettingsTab {...actors} kind={settingsKind} resource={resource} />,
        },
        dynamic,
        info,
        position && group && !isPositionLocked && iriTypeOf(selectedIri) !== 'COMPONENT_GROUP'
          ? { label: 'Order', content: <OrderTab {...actors} group={group} position={position} /> }
          : undefined,
        visible && publishState(visible)
          ? {
              label: 'Publish',
              content: <PublishTab {...actors} resource={visible} live={live} draft={draft} />,
            }
          : undefined,
      ]}
    />
  )
}

function StagedTabs({ stagedRef }: { stagedRef: StagedResourceRef }) {
  const editProps = useStagedEditProps(stagedRef)
  const { kind } = useKind(editProps.resource['@type'])
  return (
    <TabList
      tabs={[
        kind && {
          label: kind.label,
          content: <StagedFieldsTab editProps={editProps} kind={kind} />,
        },
        { label: 'Info', content: <InfoTab resource={editProps.resource} /> },
      ]}
    />
  )
}

interface Tab {
  label: string
  content: ReactNode
}

/** Shows the tabs that there are, the first of which is selected. A tab stays selected for as long as it is there. */
function TabList({ tabs }: { tabs: (Tab | undefined)[] }) {
  const shownTabs = tabs.filter((tab) => tab !== undefined)
  const [selected, select] = useState('')
  const shown = shownTabs.find(({ label }) => label === selected) ?? shownTabs[0]
  if (!shown) return null
  return (
    <Tabs
      label="Details"
      tabs={shownTabs.map(({ label }) => ({ value: label, label }))}
      value={shown.label}
      onSelect={select}
      className={styles.tabs}
      panelClassName={styles.content}
    >
      {shown.content}
    </Tabs>
  )
}
