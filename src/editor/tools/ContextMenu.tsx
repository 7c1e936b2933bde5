import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isIriOf } from '#content/model/iri.ts'
import { outlineKeyOf } from '#content/page/outline/outline.ts'
import { isRenamable } from '#content/page/outline/section-name.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { PageInputRef } from '#machines/editing/page-input.ts'
import {
  type SelectionRef,
  selectArea,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { templateReason } from '../clipboard/clipboard-actions.ts'
import { type ClipboardActionsRefs, clipboardEntries } from '../clipboard/use-clipboard-actions.ts'
import { keepFocus } from '../dom/keep-focus.ts'
import { useContentScope } from '../hooks/use-content-scope.ts'
import { type MoveTarget, useMove } from '../hooks/use-group-order.ts'
import {
  useIsMultipleActive,
  useMultipleActions,
  useMultipleSelectionOptions,
  useSelectedComponents,
} from '../hooks/use-multiple-selection.ts'
import { useResourceActions } from '../hooks/use-resource-actions.ts'
import { useLabels, useSelectionPath } from '../hooks/use-selection-path.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { type OpenedMenu, addContextMenuListeners } from '../listeners/context-menu-listeners.ts'
import { addLongPressListeners } from '../listeners/long-press-listeners.ts'
import { MenuEntries, type MenuEntry, MenuLabel, MenuRadioGroup } from '../menu/MenuItem.tsx'
import { MenuList } from '../menu/MenuList.tsx'
import { useMenuState } from '../menu/use-menu-state.ts'
import { shortcuts } from '../shortcuts.ts'
import { menuEntries } from './MoreMenu.tsx'
import { VariantChoices, VariantItems } from './VariantChoices.tsx'
import styles from './ContextMenu.module.css'

interface ContextMenuProps extends ClipboardActionsRefs {
  pageInputRef: PageInputRef
}

const atPoint = { gap: 2, align: 'start', mayCover: true } as const

/** Opens the menu of what is selected where it is asked for. Once that closes, the focus is where it was. */
export function ContextMenu({ pageInputRef, ...actors }: ContextMenuProps) {
  const { opened, restoreFocus, close, leave } = useContextMenu({ pageInputRef, ...actors })
  const anchorRef = useRef<HTMLSpanElement>(null)
  if (!opened) return null
  const { point, isByKey, otherArea } = opened
  const { x, y } = point
  const initialFocus = isByKey ? 'firstItem' : 'menu'
  return (
    <Fragment key={`${x} ${y}`}>
      <span
        ref={anchorRef}
        tabIndex={-1}
        className={styles.anchor}
        style={{ translate: `${x}px ${y}px` }}
        // As the button of other menus does, this gets the focus when the menu closes.
        onFocus={restoreFocus}
      />
      <MenuList
        label="Actions"
        placement={atPoint}
        triggerRef={anchorRef}
        beforeSelect={restoreFocus}
        {...{ initialFocus, close, leave }}
      >
        {otherArea ? <OtherArea {...otherArea} {...actors} /> : <Items {...actors} />}
      </MenuList>
    </Fragment>
  )
}

/** Returns the menu that is open, and functions that close it. */
function useContextMenu({ pageInputRef, editModeRef, selectionRef }: ContextMenuProps) {
  const [opened, setOpened] = useState<OpenedMenu | null>(null)
  const restoreRef = useRef<() => void>(null)
  const options = useMultipleSelectionOptions(editModeRef, selectionRef)
  const openedAt = useEffectEvent(() => opened?.point ?? null)
  useEffect(() => {
    const controller = new AbortController()
    const show = (menu: OpenedMenu | null) => {
      if (menu) restoreRef.current = keepFocus()
      setOpened(menu)
    }
    addContextMenuListeners(
      { ...options, pageInputRef, openedAt: () => openedAt(), show },
      controller.signal,
    )
    addLongPressListeners(controller.signal)
    return () => controller.abort()
  }, [options, pageInputRef])
  const restoreFocus = () => restoreRef.current?.()
  const { close, leave } = useMenuState({
    open: opened !== null,
    onOpenChange: () => setOpened(null),
    focusOnClose: restoreFocus,
  })
  return { opened, restoreFocus, close, leave }
}

/** Offers what was pressed in the area that is not edited, and what that is in. To select something there asks first. */
function OtherArea({ stack, area, selectionRef }: Selection & ClipboardActionsRefs) {
  const shown = stack.filter((iri) => !isIriOf('COMPONENT_POSITION', iri))
  const labels = useLabels(shown)
  const options = shown.map((iri, index) => ({ value: iri, label: labels[index]! }))
  return (
    <MenuRadioGroup<string>
      label="Select"
      value=""
      options={options.toReversed()}
      onChoose={(iri) =>
        selectionRef.send({
          type: 'resource.selected',
          stack: stack.slice(stack.findIndex((other) => other === iri)),
          area,
        })
      }
    />
  )
}

const Items = (actors: ClipboardActionsRefs) =>
  useIsMultipleActive(actors.editModeRef) ? <ItemsOfAll {...actors} /> : <ItemsOfOne {...actors} />

/** Offers what can be done with the selected resource, and the resources that it is in. */
function ItemsOfOne(actors: ClipboardActionsRefs) {
  const { selectedIri = '' } = useSelection(actors.selectionRef)
  const path = useSelectionPath(actors.selectionRef)
  const actions = useResourceActions(actors)
  const { moveTarget, copying, refusal } = actions
  const { duplicate } = copying
  const rename = useRename(actors.selectionRef)
  const canRename = isRenamable({ iri: selectedIri, scope: useContentScope(selectedIri) })
  return (
    <>
      <MenuRadioGroup
        label="Select"
        value={selectedIri}
        options={path.map(({ iri, label }) => ({ value: iri, label }))}
        onChoose={(chosen) => path.find(({ iri }) => iri === chosen)?.select()}
      />
      <VariantChoices iri={selectedIri} {...actors} Choice={VariantItems} />
      {moveTarget ? <MoveItems {...moveTarget} refusal={refusal} /> : null}
      <MenuEntries
        entries={[
          ...(duplicate
            ? [duplicateEntry(duplicate.act, duplicate.canInsert ? refusal : templateReason)]
            : []),
          ...menuEntries(actions),
          ...(canRename ? [{ label: 'Rename…', disabledReason: refusal, act: rename }] : []),
        ]}
      />
    </>
  )
}

/** Returns a function that lets the selected section be renamed in the outline. */
function useRename(selectionRef: SelectionRef) {
  const outlineRef = useAppActor('outline')
  return () => {
    const snapshot = selectionRef.getSnapshot()
    const key = outlineKeyOf(selectStack(snapshot), selectArea(snapshot))!
    outlineRef.send({ type: 'rename.requested', key })
  }
}

const duplicateEntry = (act: () => unknown, disabledReason: string | null): MenuEntry => ({
  label: 'Duplicate',
  keys: shortcuts.duplicate.keys,
  disabledReason,
  act,
})

function MoveItems({ refusal, ...target }: MoveTarget & { refusal: string | null }) {
  return <MenuEntries entries={moveEntries(useMove(target), refusal)} />
}

interface Move {
  refusal: string | null
  move: () => unknown
}

const moveEntries = (
  { up, down }: Record<'up' | 'down', Move>,
  refusal: string | null,
): MenuEntry[] => [
  { label: 'Move up', disabledReason: refusal ?? up.refusal, act: up.move },
  { label: 'Move down', disabledReason: refusal ?? down.refusal, act: down.move },
]

/** Offers what can be done with the components that are selected together. */
function ItemsOfAll(actors: ClipboardActionsRefs) {
  const components = useSelectedComponents(actors.editModeRef)
  const actions = useMultipleActions(actors, components)
  const { refusal, publish, duplicate, copy, cut, remove } = actions
  return (
    <>
      <MenuLabel>{components.length} selected</MenuLabel>
      <MenuEntries
        entries={[
          ...moveEntries(actions, refusal),
          ...(duplicate ? [duplicateEntry(duplicate, refusal)] : []),
          ...clipboardEntries({ copy, cut, paste: null }, refusal),
          ...(publish ? [{ label: 'Publish', disabledReason: refusal, act: publish }] : []),
          { label: 'Delete…', disabledReason: refusal, act: remove },
        ]}
      />
    </>
  )
}
