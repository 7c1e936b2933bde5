import type { Iri } from '#content/model/iri.ts'
import { Select } from '#src/ui/Select.tsx'
import type { EditorActorRefs } from '../editor-actor-refs.ts'
import { useMove } from '../../hooks/use-group-order.ts'

/** Shows the index of the selected position within its group and lets the editor change it. */
export function OrderTab({
  group,
  position,
  ...actors
}: EditorActorRefs & { group: Iri<'COMPONENT_GROUP'>; position: Iri<'COMPONENT_POSITION'> }) {
  const { index, count, move } = useMove({ ...actors, group, position })
  return (
    <Select
      label="Place"
      value={String(index)}
      options={Array.from({ length: count }, (_, option) => ({
        value: String(option),
        label: `${option + 1} of ${count}`,
      }))}
      onChange={(selected) => move(Number(selected))}
    />
  )
}
