import { shallowEqual } from '@xstate/react'
import { memo, use } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { GroupOwner } from '#content/model/resource.ts'
import { findGroup, positionsOf } from '#content/model/groups.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { PositionView } from './PositionView.tsx'
import { EditingContext } from '../registry/editing-context.ts'

interface GroupProps {
  /** The layout or page that shows the group. */
  owner: GroupOwner
  /** The resource that owns the group, where several pages show the same one. */
  contentOwner?: Iri
  name: string
}

/** Renders a group by the name that its layout or template gives it. */
export function Group({ owner, contentOwner = owner, name }: GroupProps) {
  const iri = useResourceSelector((read) => findGroup(owner, name, read, contentOwner))
  return iri ? <GroupView iri={iri} /> : null
}

/** Renders the positions of a group in their order. */
export const GroupView = memo(function GroupView({ iri }: { iri: Iri<'COMPONENT_GROUP'> }) {
  const positions = useResourceSelector((read) => positionsOf(iri, read), shallowEqual)
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
