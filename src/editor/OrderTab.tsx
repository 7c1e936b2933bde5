import type { Iri } from '#content/iri.ts'
import { Select } from '#src/ui/Select.tsx'
import type { Actors } from './ResourceManager.tsx'
import { useMove } from './Toolbar.tsx'

/** Where it stands among its neighbours. */
export function OrderTab({ group, position, ...actors }: Actors & { group: Iri; position: Iri }) {
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
