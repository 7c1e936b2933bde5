import type { Iri } from '#content/model/iri.ts'
import { Select } from '#src/ui/Select.tsx'
import type { EditorActorRefs } from './ResourceManager.tsx'
import { useMove } from './ResourceToolbar.tsx'

/** Shows the index of the selected position within its group and lets the editor change it. */
export function OrderTab({
  group,
  position,
  ...actors
}: EditorActorRefs & { group: Iri; position: Iri }) {
  const { index, count, move } = useMove({ ...actors, group, position })
  return (
    <Select
      label="Place"
      value={String(index)}
      options={Array.from({ length: count }, (_, place) => ({
        value: String(place),
        label: `${place + 1} of ${count}`,
      }))}
      onChange={(place) => move(Number(place))}
    />
  )
}
