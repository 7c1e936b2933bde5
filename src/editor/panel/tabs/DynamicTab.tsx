import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { isAllowedIn } from '#content/model/allowed-kinds.ts'
import { bindableProperties } from '#content/model/dynamic-content.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { type FilledPosition, insertionPointIn } from '#content/model/insertion-point.ts'
import { type ComponentKind, kindOf, selectedKindOf } from '#content/model/kind.ts'
import { useResource, useResourceCache } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { refusalOf } from '../../action-refusal.ts'
import { useDynamicContent, useSlotKind } from '../../hooks/use-dynamic-content.ts'
import { useSelection } from '../../hooks/use-selection.ts'
import { useSiteKinds } from '../../site-kinds.ts'
import type { EditorActorRefs } from '../editor-actor-refs.ts'

interface PositionProps extends EditorActorRefs {
  position: Iri<'COMPONENT_POSITION'>
}

/**
 * Returns the tab of a position that shows, or can show, what each page of a template has for it; undefined for others, and
 * where what the page has is selected already.
 */
export function useDynamicTab(actors: EditorActorRefs) {
  const { position, selectedIri } = useSelection(actors.selectionRef)
  const slot = useSlotKind(position)
  const own = useDynamicContent(position)?.own
  if (!position || !slot || (slot === 'page' && own && isIriOf('COMPONENT', selectedIri)))
    return undefined
  const Content = slot === 'template' ? TemplateContent : PageContent
  return { label: 'Content', content: <Content {...actors} position={position} /> }
}

/** Chooses what a position of a template shows, and adds what pages show that have nothing of their own for it. */
function TemplateContent({ position, ...actors }: PositionProps) {
  const content = useDynamicContent(position)
  const properties = useProperties(position)
  const own = useResource(position)?._metadata.staticComponent
  const bind = (label: string) =>
    actors.editModeRef.send({
      type: 'bind.requested',
      position,
      binding: properties.find((property) => property.label === label)?.binding ?? null,
    })
  return (
    <>
      <Select
        label="Shows"
        value={content?.label ?? ''}
        options={[
          {
            value: '',
            label: 'The same on all pages',
            disabledReason: own || !content ? undefined : 'nothing is added for that yet',
          },
          ...properties.map(({ label }) => ({ value: label, label })),
        ]}
        onChange={bind}
      />
      {content && own === undefined ? (
        <FillButton
          {...actors}
          position={position}
          reference={{ iri: position, property: 'component' }}
        >
          Add what other pages show
        </FillButton>
      ) : null}
    </>
  )
}

/** Returns the properties whose components the group of a position accepts. */
function useProperties(position: Iri<'COMPONENT_POSITION'>) {
  const site = useSiteKinds()
  const group = useResource(useResource(position)?.componentGroup)
  return bindableProperties(site).filter(({ component }) => {
    const kind = kindOf(site.kinds, component)
    return kind && isAllowedIn(group)(kind)
  })
}

/** Selects what the current page has for a position, or adds it. */
function PageContent({ position, ...actors }: PositionProps) {
  const { stack } = useSelection(actors.selectionRef)
  const content = useDynamicContent(position)
  if (!content?.kind || !content.pageData) return null
  const { kind, pageData, binding, own } = content
  const select = (component: Iri) =>
    actors.selectionRef.send({
      type: 'resource.selected',
      stack: [component, ...stack.slice(stack.indexOf(position))],
      area: 'page',
    })
  if (own) return <Button onClick={() => select(own)}>Select {kind.label}</Button>
  const reference = { iri: pageData, property: binding.pageDataProperty }
  return (
    <>
      <p>This page has no {kind.label} of its own.</p>
      <FillButton {...actors} {...{ position, reference, kind }}>
        Add {kind.label}
      </FillButton>
    </>
  )
}

interface FillButtonProps extends PositionProps {
  reference: Pick<FilledPosition, 'iri' | 'property'>
  /** Asked for if it is absent. */
  kind?: ComponentKind
  children: ReactNode
}

/** Adds a component that a position shows, to which something else refers. */
function FillButton({ editModeRef, position: iri, reference, kind, children }: FillButtonProps) {
  const { read } = useResourceCache()
  const refusal = useSelector(editModeRef, refusalOf)
  const fill = () => {
    const position = read(iri)
    if (!position) return
    editModeRef.send({
      type: 'add.requested',
      insertionPoint: insertionPointIn(position, reference, read),
      ...(kind && { kind: selectedKindOf(kind) }),
    })
  }
  return (
    <Button disabledReason={refusal} onClick={fill}>
      {children}
    </Button>
  )
}
