/** Copies a component of this site, with all that is inside it, as it is shown. */
import { originalFilesOf } from '../change/changed-files.ts'
import { versionsOf } from '../change/component-uses.ts'
import { editableProperties } from '../model/editable-properties.ts'
import { groupNameOf, positionsOf } from '../model/groups.ts'
import { type Iri, collectionIri } from '../model/iri.ts'
import { publishState } from '../model/publish-state.ts'
import type { Component, ReadResource } from '../model/resource.ts'
import { visibleVersionAt } from '../model/visible-version.ts'
import type { ComponentCopy, GroupCopy } from './component-copy.ts'

/**
 * Returns a copy of one version of a component as an editor sees it: with the drafts of what is inside. Null if the
 * component is not known.
 */
export const copyOf = (
  iri: Iri<'COMPONENT'>,
  read: ReadResource,
  ancestors: ReadonlySet<Iri> = new Set(),
): ComponentCopy | null => {
  const component = read(iri)
  if (!component) return null
  const inside = new Set([...ancestors, ...versionsOf(iri, read)])
  return {
    type: component['@type'],
    endpoint: collectionIri(iri),
    hasDrafts: publishState(component) !== null,
    properties: writtenProperties(component),
    relations: {},
    files: Object.fromEntries(
      Object.keys(originalFilesOf(component)).map((property) => [
        property,
        { source: iri, property },
      ]),
    ),
    groups: groupsInside(iri, read).flatMap((group) => copyOfGroup(group, read, inside)),
  }
}

const writtenProperties = (component: Component) =>
  Object.fromEntries(
    Object.entries(editableProperties(component)).filter(([, value]) => value != null),
  )

/** Returns the groups of both versions: a draft shows those of its live version. */
const groupsInside = (iri: Iri<'COMPONENT'>, read: ReadResource) => [
  ...new Set(versionsOf(iri, read).flatMap((version) => read(version)?.componentGroups ?? [])),
]

const copyOfGroup = (
  iri: Iri<'COMPONENT_GROUP'>,
  read: ReadResource,
  ancestors: ReadonlySet<Iri>,
): GroupCopy[] => {
  const group = read(iri)
  if (!group) return []
  const shown = positionsOf(iri, read).flatMap((position) => visibleVersionAt(position, read) ?? [])
  return [
    {
      name: groupNameOf(group),
      ...(group.allowedComponents && { allowedComponents: group.allowedComponents }),
      // A component that is placed inside itself would never end.
      components: shown
        .filter((component) => !ancestors.has(component))
        .flatMap((component) => copyOf(component, read, ancestors) ?? []),
    },
  ]
}
