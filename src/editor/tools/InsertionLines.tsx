import { useSelector } from '@xstate/react'
import { type Boundary, isSameBoundary } from '#content/page/geometry/insertion-line.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { type HoverRef, selectBoundary } from '#machines/editing/selection/hover.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { refusalOf } from '../action-refusal.ts'
import { useInsert } from '../hooks/use-resource-actions.ts'
import { useIsTemplateContent } from '../hooks/use-content-scope.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { quotedLabelAt } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { InsertionLine } from './InsertionLine.tsx'

interface InsertionLinesProps {
  editModeRef: EditModeRef
  hoverRef: HoverRef
  selectionRef: SelectionRef
}

/**
 * Shows lines between components, at which something can be added: at the boundary that the pointer is near, and around the
 * selected component for the keyboard and for touch.
 */
export function InsertionLines({ editModeRef, hoverRef, selectionRef }: InsertionLinesProps) {
  const hovered = useSelector(hoverRef, selectBoundary)
  const { selectedIri, position, isNew } = useSelection(selectionRef)
  const disabledReason = useSelector(editModeRef, refusalOf)
  const isPositioned = position !== undefined && !isNew && selectedIri !== undefined
  const around: Boundary[] = isPositioned
    ? [
        { position, side: 'before' },
        { position, side: 'after' },
      ]
    : []
  const isAround = around.some((boundary) => isSameBoundary(boundary, hovered))
  return (
    <>
      {around.map((boundary) => (
        <EditableLine
          key={boundary.side}
          boundary={boundary}
          isHovered={isSameBoundary(boundary, hovered)}
          isSelected
          {...{ editModeRef, disabledReason }}
        />
      ))}
      <EditableLine
        boundary={isAround || disabledReason !== null ? null : hovered}
        isHovered
        {...{ editModeRef, disabledReason }}
      />
    </>
  )
}

interface EditableLineProps {
  editModeRef: EditModeRef
  boundary: Boundary | null
  isHovered: boolean
  isSelected?: boolean
  disabledReason: string | null
}

/** Shows no line in the template of a page of data, which is edited elsewhere. */
function EditableLine({ editModeRef, boundary, ...props }: EditableLineProps) {
  const site = useSiteKinds()
  const insert = useInsert(editModeRef)
  const name = useResourceSelector((read) =>
    boundary ? quotedLabelAt(boundary.position, read, site) : '',
  )
  const isLocked = useIsTemplateContent(boundary?.position ?? '')
  return (
    <InsertionLine
      {...props}
      boundary={isLocked ? null : boundary}
      label={boundary ? `Add something ${boundary.side} ${name}` : ''}
      onPress={() => boundary && insert(boundary.position, boundary.side)}
    />
  )
}
