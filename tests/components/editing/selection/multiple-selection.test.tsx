import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { SelectedComponent } from '#content/page/multiple-selection.ts'
import { selectMultipleSelectionRef, selectSelectionRef } from '#machines/editing/edit-mode.ts'
import {
  multipleSelectionMachine,
  selectComponents,
} from '#machines/editing/selection/multiple-selection.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import {
  type EditorGestures,
  type OpenEditor,
  bodyText,
  isUnavailable,
  openEditor,
  positionsTogether,
  queryManager,
  sampleDraft,
  sampleGroup,
  sampleTitle,
  selectMenuLink,
  selectTogether,
  title,
  tool,
  walkEditor,
} from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { coveringPaths, pathsOf } from '../../../support/machines/paths.ts'

const coverage = cover(multipleSelectionMachine)
afterEach(cleanup)

const at = (iri: string, name: string): SelectedComponent => ({
  stack: [iri, `/_/component_positions/${name}`, sampleGroup],
  area: 'page',
})
const one = at(sampleTitle['@id'], 'one')
const two = at('/component/HtmlContent/two', 'two')
const iri = sampleTitle['@id']

const paths = coveringPaths(
  pathsOf(multipleSelectionMachine, {
    input: undefined,
    events: [
      { type: 'component.toggled', component: one, selected: null },
      { type: 'component.toggled', component: two, selected: one },
      { type: 'range.selected', components: [one, two] },
      { type: 'picking.requested', component: one },
      { type: 'selection.cleared' },
      { type: 'resource.selected' },
      { type: 'selection.changed', iri: sampleDraft['@id'] },
      { type: 'selection.moved' },
      { type: 'location.committed' },
      { type: 'iri.replaced', from: iri, to: '/component/Title/other' },
      { type: 'resource.removed', iri },
      { type: 'resource.removed', iri: two.stack[1]! },
    ],
    distinguishBy: ({ components }) => components.map(({ stack }) => stack[1]),
  }),
)

const pressWith = async ({ user }: OpenEditor, key: string, element: HTMLElement) => {
  await user.keyboard(`{${key}>}`)
  await user.click(element)
  await user.keyboard(`{/${key}}`)
}
const elementOf = ({ stack }: SelectedComponent) => (stack[0] === iri ? title() : bodyText())

const fromChangeQueue: EditorGestures[string] = ({ happen, appRef }, event) =>
  happen(() => appRef.system.get('multipleSelection').send(event))
