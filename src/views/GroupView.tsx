import { memo, use } from 'react'
import type { Iri } from '#content/iri.ts'
import { groupOf, positionsOf } from '#content/groups.ts'
import { useRead } from '#src/resources/use-resource.ts'
import { PositionView } from './PositionView.tsx'
import { EditingContext } from './editing.ts'

interface GroupProps {
  /** Where it is shown. */
  owner: Iri
  /** Whose it is, where several show the same. */
  of?: Iri
  name: string
}

/** A group by the name that its layout or template gives it. */
export function Group({ owner, of = owner, name }: GroupProps) {
  const iri = useRead((read) => groupOf(owner, name, read, of))
  return iri ? <GroupView iri={iri} /> : null
}

/** A group's positions, in their order. */
export const GroupView = memo(function GroupView({ iri }: { iri: Iri }) {
  const positions = useRead((read) => positionsOf(iri, read), sameList)
  const editing = use(EditingContext)
  return (
    <div data-iri={iri}>
      {editing ? (
        <editing.Group iri={iri} positions={positions} />
      ) : (
        positions.map((position) => <PositionView key={position} iri={position} />)
      )}
    </div>
  )
})

const sameList = (one: readonly Iri[], other: readonly Iri[]) =>
  one.length === other.length && one.every((iri, index) => iri === other[index])
