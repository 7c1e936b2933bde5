import { type Iri, isIriOf } from '#content/model/iri.ts'
import { Select } from '#src/ui/Select.tsx'
import type { EditorActorRefs } from '../editor-actor-refs.ts'
import { type MoveTarget, useMove } from '../../hooks/use-group-order.ts'
import { useEditMode } from '../../hooks/use-edit-mode.ts'
import { describeDropTarget, dragItemOf } from '../../moving/describe-drop-target.ts'
import { dropTargetOfGroup } from '../../moving/drop-targets.ts'
import { useDropContext } from '../../moving/use-drop-context.ts'
import { type Section, useSections } from '../../moving/use-sections.ts'

/** Shows the section and the index of the selected position, and lets the editor change both. */
export function OrderTab({
  group,
  position,
  pendingEditsRef,
}: EditorActorRefs & { group: Iri<'COMPONENT_GROUP'>; position: Iri<'COMPONENT_POSITION'> }) {
  const { index, count, move } = useMove({ pendingEditsRef, group, position })
  return (
    <>
      <SectionSelect group={group} position={position} />
      <Select
        label="Place"
        value={String(index)}
        options={Array.from({ length: count }, (_, at) => ({
          value: String(at),
          label: `${at + 1} of ${count}`,
        }))}
        onChange={(selected) => move(Number(selected))}
      />
    </>
  )
}

/** Moves the position to the end of another section. The sections that refuse it say why. */
function SectionSelect({ group, position }: Omit<MoveTarget, 'pendingEditsRef'>) {
  const sections = useSections(position)
  const context = useDropContext()
  const { dragRef } = useEditMode()
  if (sections.length < 2 || !context || !dragRef) return null
  const move = (selected: string) => {
    const item = dragItemOf(position, context)
    const dropTarget = isIriOf('COMPONENT_GROUP', selected)
      ? dropTargetOfGroup(selected, [position])
      : null
    if (item && dropTarget)
      dragRef.send({
        type: 'dropTarget.chosen',
        item,
        dropTarget: describeDropTarget(item, dropTarget, context),
      })
  }
  return (
    <Select
      label="Section"
      value={group}
      options={sections.map((section) =>
        section.group === group ? { value: group, label: section.label } : optionOf(section),
      )}
      onChange={move}
    />
  )
}

const optionOf = ({ group, label, refusal }: Section) =>
  refusal === null ? { value: group, label } : { value: group, label, disabledReason: refusal }
