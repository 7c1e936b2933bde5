import { useEffect, useRef, useState } from 'react'
import { iriTypeOf } from '#content/model/iri.ts'
import { useEntrance } from '#src/ui/motion/use-entrance.ts'
import { WriteSweep } from '#src/views/chrome/WriteSweep.tsx'
import type { EditorActorRefs } from './editor-actor-refs.ts'
import { StagedToolbar } from './StagedToolbar.tsx'
import { PanelSeparator } from './PanelSeparator.tsx'
import { ResourceStateBadge } from './ResourceStateBadge.tsx'
import { SelectionBreadcrumb } from './SelectionBreadcrumb.tsx'
import { SidePanel, SidePanelContent } from './SidePanel.tsx'
import { ResourceTabs } from './tabs/ResourceTabs.tsx'
import { ResourceToolbar } from './ResourceToolbar.tsx'
import { LiveNotice } from './LiveNotice.tsx'
import { SharedNotice } from './SharedNotice.tsx'
import { ColleagueNotice } from '../colleagues/ColleagueNotice.tsx'
import { ClipboardAndDrops } from '../clipboard/ClipboardAndDrops.tsx'
import { ToolErrorBoundary } from '../feedback/ToolErrorBoundary.tsx'
import { tabbableElements } from '#src/ui/tabbable-elements.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import { isCaretInWindow, scrollToCaret } from '../dom/scroll-into-view.ts'
import { panelDimension } from './use-panel-bounds.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import { useReportFallbacks } from './use-report-fallbacks.ts'
import { useReportRestored } from './use-report-restored.ts'
import { useSelectionFocus } from './use-selection-focus.ts'
import { useSelection } from '../hooks/use-selection.ts'

/** Shows the panel with the actions and details of the selected resource, some of which have keys. */
export function ResourceManager(actors: EditorActorRefs) {
  useReportFallbacks(actors.selectionRef)
  useReportRestored(actors.selectionRef)
  const { selectedIri } = useSelection(actors.selectionRef)
  return (
    <>
      <ClipboardAndDrops {...actors} />
      <ToolErrorBoundary resetKey={selectedIri}>
        {selectedIri === undefined ? null : <Panel {...actors} />}
      </ToolErrorBoundary>
    </>
  )
}

/** The id of the breadcrumb, which describes the panel to screen readers. */
const breadcrumbId = 'selection-breadcrumb'
/** The separator controls the panel by its id. */
const panelId = 'resource-manager'

function Panel(actors: EditorActorRefs) {
  const { selectionRef } = actors
  const { selectedIri = '', position } = useSelection(selectionRef)
  const ref = useRef<HTMLElement>(null)
  // When the panel closes, focus returns to the resource, or to the page if the resource is deleted.
  useFocusFallback(ref, () => {
    const element = findResourceElement(selectedIri)
    return (element && tabbableElements(element)[0]) ?? document.getElementById('main')
  })
  useEffect(() => keepCaretInSight(ref.current!), [])
  const [offset] = useState(entranceOffset)
  useEntrance(ref, offset)
  useSelectionFocus(ref, selectionRef)

  return (
    <SidePanel ref={ref} id={panelId} aria-describedby={breadcrumbId}>
      {/* A live component and its draft share a position, and so the panel keeps its state when one replaces the other. */}
      <PanelContent key={`${iriTypeOf(selectedIri)} ${position ?? selectedIri}`} {...actors} />
      <PanelSeparator panelId={panelId} />
      <WriteSweep />
    </SidePanel>
  )
}

/** From the edge of the window that the panel is at. */
const entranceOffset = () => (panelDimension() === 'width' ? '16px, 0' : '0, 16px')

function PanelContent(actors: EditorActorRefs) {
  const { selectionRef, stagedRef, pendingEditsRef } = actors
  const { isNew } = useSelection(selectionRef)
  return (
    <SidePanelContent
      header={
        <>
          <SelectionBreadcrumb id={breadcrumbId} selectionRef={selectionRef} />
          <ResourceStateBadge selectionRef={selectionRef} />
        </>
      }
      onClose={() => selectionRef.send({ type: 'selection.cleared' })}
      footer={
        isNew && stagedRef ? (
          <StagedToolbar stagedRef={stagedRef} />
        ) : (
          <ResourceToolbar {...actors} />
        )
      }
    >
      <ColleagueNotice selectionRef={selectionRef} />
      <LiveNotice {...{ selectionRef, pendingEditsRef }} />
      <SharedNotice {...actors} />
      <ResourceTabs {...actors} />
    </SidePanelContent>
  )
}

/** Keeps the caret in sight when the panel opens below the page, or is resized. Returns a function that stops this. */
function keepCaretInSight(panelEl: HTMLElement) {
  const observer = new ResizeObserver(() => {
    if (isCaretInWindow()) scrollToCaret()
  })
  observer.observe(panelEl)
  return () => observer.disconnect()
}
