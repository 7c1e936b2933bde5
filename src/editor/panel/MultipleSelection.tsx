import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { PositionedComponent } from '#content/page/page-components.ts'
import { selectMultipleSelectionRef } from '#machines/editing/edit-mode.ts'
import {
  type MultipleSelectionRef,
  isPicking,
} from '#machines/editing/selection/multiple-selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { ClipboardActionsRefs } from '../clipboard/use-clipboard-actions.ts'
import { closestTextField, isEditorChrome } from '../dom/hit-test.ts'
import { useElementHighlight } from '../hooks/use-element-highlight.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import {
  useIsMultipleActive,
  useMultipleActions,
  useSelectedComponents,
} from '../hooks/use-multiple-selection.ts'
import { excerptOf, labelOf, quotedLabelOf } from '../labels.ts'
import { ElementHighlight } from '../page/ElementHighlight.tsx'
import { keyNames } from '../shortcuts.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { ActionLabel } from './ActionLabel.tsx'
import { MoveHandle } from '../tools/MoveHandle.tsx'
import { handleToolKey } from '../tools/SelectionToolbar.tsx'
import { ToolbarFrame } from '../tools/ToolbarFrame.tsx'
import { usePositionBox } from '../hooks/use-resource-element.ts'
import { SidePanel, SidePanelContent } from './SidePanel.tsx'
import styles from './MultipleSelection.module.css'
import toolbarStyles from './ResourceToolbar.module.css'

/** Highlights the components that are selected together, and shows the panel with the actions for all of them. */
export function MultipleSelection(actors: ClipboardActionsRefs) {
  return useIsMultipleActive(actors.editModeRef) ? <SelectedComponents {...actors} /> : null
}

function SelectedComponents(actors: ClipboardActionsRefs) {
  const components = useSelectedComponents(actors.editModeRef)
  return (
    <>
      {components.map(({ iri, stack }) => (
        <Highlight key={stack[1]} iri={iri} selectionRef={actors.selectionRef} />
      ))}
      <Tools {...actors} components={components} />
      <Panel {...actors} components={components} />
    </>
  )
}

function Highlight({
  iri,
  selectionRef,
}: Pick<ClipboardActionsRefs, 'selectionRef'> & Pick<PositionedComponent, 'iri'>) {
  const { element, name, state } = useElementHighlight(iri, selectionRef)
  return element && <ElementHighlight element={element} state={state} name={name} hasChip={false} />
}

interface PanelProps extends ClipboardActionsRefs {
  components: readonly PositionedComponent[]
}

/** Shows the handle by which all of them are moved, beside the first one. */
function Tools({ components, ...actors }: PanelProps) {
  const element = usePositionBox(components[0]?.stack[1] ?? null)
  const { refusal, up, down } = useMultipleActions(actors, components)
  return (
    element && (
      <ToolbarFrame element={element} onKeyDown={(event) => handleToolKey(event, element)}>
        <MoveHandle
          refusal={refusal}
          step={(by) => {
            const { canMove, move } = by < 0 ? up : down
            if (canMove) move()
          }}
        />
      </ToolbarFrame>
    )
  )
}

/** The id of the heading, which describes the panel to screen readers. */
const headingId = 'multiple-selection-heading'

function Panel({ components, ...actors }: PanelProps) {
  const ref = useRef<HTMLElement>(null)
  const multipleSelectionRef = useSelector(actors.editModeRef, selectMultipleSelectionRef)!
  useFocusFallback(ref, () => nextPanel(ref.current) ?? document.getElementById('main'))
  useEffect(() => focusFromText(ref.current!), [])
  return (
    <SidePanel ref={ref} aria-describedby={headingId}>
      <SidePanelContent
        header={<Heading count={components.length} multipleSelectionRef={multipleSelectionRef} />}
        onClose={() => multipleSelectionRef.send({ type: 'selection.cleared' })}
        footer={<Actions {...actors} components={components} />}
      >
        <ul className={styles.list}>
          {components.map((component) => (
            <Item key={component.stack[1]} {...{ component, multipleSelectionRef }} />
          ))}
        </ul>
      </SidePanelContent>
    </SidePanel>
  )
}

interface HeadingProps {
  count: number
  multipleSelectionRef: MultipleSelectionRef
}

function Heading({ count, multipleSelectionRef }: HeadingProps) {
  const picking = useSelector(multipleSelectionRef, isPicking)
  return (
    <div id={headingId} className={styles.heading}>
      <strong>{count === 1 ? '1 component selected' : `${count} components selected`}</strong>
      <span className={styles.hint}>
        {picking
          ? 'Press others to add them.'
          : `Press others with ${keyNames('Mod')[0]} or Shift to add them.`}
      </span>
    </div>
  )
}

interface ItemProps {
  component: PositionedComponent
  multipleSelectionRef: MultipleSelectionRef
}

function Item({ component, multipleSelectionRef }: ItemProps) {
  const site = useSiteKinds()
  const label = useResourceSelector((read) => labelOf(component.iri, read, site))
  const quotedLabel = useResourceSelector((read) => quotedLabelOf(component.iri, read, site))
  const excerpt = useResourceSelector((read) => excerptOf(component.iri, read, site))
  return (
    <li className={styles.item}>
      <span className={styles.label}>
        {label}
        {excerpt ? <span className={styles.excerpt}> {excerpt}</span> : null}
      </span>
      <Button
        variant="quiet"
        aria-label={`Deselect ${quotedLabel}`}
        title="Deselect this"
        onClick={() =>
          multipleSelectionRef.send({ type: 'component.toggled', component, selected: null })
        }
      >
        <Icon name="close" />
      </Button>
    </li>
  )
}

const PublishButton = ({ refusal, publish }: { refusal: string | null; publish: () => void }) => (
  <Button
    variant="solid"
    className={toolbarStyles.primary}
    disabledReason={refusal}
    onClick={publish}
  >
    Publish
  </Button>
)

function Actions({ components, ...actors }: PanelProps) {
  const actions = useMultipleActions(actors, components)
  const { refusal, publish, up, down, duplicate, copy, cut, remove } = actions
  return (
    <div role="group" aria-label="Actions" className={toolbarStyles.toolbar}>
      {publish ? <PublishButton {...{ refusal, publish }} /> : null}
      <Button title="Move up" disabledReason={refusal ?? up.refusal} onClick={up.move}>
        <ActionLabel icon="up">Move up</ActionLabel>
      </Button>
      <Button title="Move down" disabledReason={refusal ?? down.refusal} onClick={down.move}>
        <ActionLabel icon="down">Move down</ActionLabel>
      </Button>
      <Button
        title="Duplicate"
        disabledReason={refusal ?? (duplicate ? null : 'They are in several sections.')}
        onClick={duplicate ?? undefined}
      >
        <ActionLabel icon="copy">Duplicate</ActionLabel>
      </Button>
      <Button onClick={copy}>Copy</Button>
      <Button disabledReason={refusal} onClick={cut}>
        Cut
      </Button>
      <Button
        variant="quiet"
        title="Delete"
        className={toolbarStyles.last}
        disabledReason={refusal}
        onClick={remove}
      >
        <ActionLabel icon="trash">Delete</ActionLabel>
      </Button>
    </div>
  )
}

/** Returns the panel of the component that is left and selected alone by now, or undefined. */
const nextPanel = (panelEl: HTMLElement | null) =>
  [...document.querySelectorAll<HTMLElement>('[data-editor-panel]')].find(
    (other) => other !== panelEl,
  )

/**
 * Takes the caret out of the text of the page that was edited, also where the focus has gone with its editor: keys are for
 * what is selected, and so is a `copy` event, whose target is where the caret is.
 */
function focusFromText(panelEl: HTMLElement) {
  const { activeElement, body } = document
  if (isEditorChrome(activeElement)) return
  document.getSelection()?.removeAllRanges()
  if (activeElement === body || closestTextField(activeElement))
    panelEl.focus({ preventScroll: true })
}
