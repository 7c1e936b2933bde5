import { shallowEqual } from '@xstate/react'
import { type ReactNode, memo, use, useState } from 'react'
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
  const [edited, setEdited] = useState<ReactNode>(null)
  return (
    <div data-iri={iri}>
      {editing && <editing.Group iri={iri} positions={positions} onChange={setEdited} />}
      {/* Both are lists with the same keys and props, so that a component stays as it is when edit mode begins and ends. */}
      {edited ??
        positions.map((position) => (
          <PositionView key={position} iri={position} isEditable={false} />
        ))}
    </div>
  )
})
