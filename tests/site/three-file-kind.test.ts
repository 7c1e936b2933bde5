/** A kind that is three files: its fields, its view and its editor. Nothing registers them, and the fields type the others. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { siteKinds } from '#site/editors.ts'
import type { StagedFieldsTab } from '#src/editor/panel/tabs/FieldsTab.tsx'
import type { EditProps, SiteKindsProvider } from '#src/editor/site-kinds.ts'
import type { render } from '#src/entry-server.tsx'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { createScratchCopy } from '../support/server/scratch-copy.ts'
import { renderRequestFor } from '../support/ui/render-request.ts'

const folder = 'site/components/Rating'
const kindFile = `
import { number } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'Rating',
  label: 'Rating',
  description: 'Stars for something',
  endpoint: '/component/ratings',
  publishable: false,
  instantAdd: false,
  fields: { stars: { label: 'Stars', format: 'number', schema: number() } },
})
`

const viewFile = `
import { defineComponent } from '#src/views/registry/registry.ts'
import type { kind } from './kind.ts'

export default defineComponent<typeof kind>({
  View: ({ resource }) => <meter max={5} value={resource.stars ?? 0} />,
})
`

const editorFile = `
import type { EditProps, KindEditor } from '#src/editor/site-kinds.ts'
import type { kind } from './kind.ts'

const Tab = ({ resource, change }: EditProps<typeof kind>) => (
  <button aria-label="One more star" onClick={() => change('stars', (resource.stars ?? 0) + 1)} />
)

export default { Tab } satisfies KindEditor<typeof kind>
`

let copy: Awaited<ReturnType<typeof createScratchCopy>>

beforeAll(async () => {
  copy = await createScratchCopy({
    [`${folder}/kind.ts`]: kindFile,
    [`${folder}/Rating.tsx`]: viewFile,
    [`${folder}/editor.tsx`]: editorFile,
  })
})
afterAll(() => copy.dispose())

// The compiler checks the whole project twice.
test(
  'is type-checked: its view and editor use only its own fields',
  { timeout: 180_000 },
  async () => {
    await expect(copy.compile()).resolves.toMatchObject({ stdout: '' })
    const mistakes = [
      ['editor.tsx', "change('stars'", "change('title'"],
      ['Rating.tsx', 'max={5}', "max={5} title={resource.starz ? 'a' : 'b'}"],
      ['Rating.tsx', '<meter', '<meter aria-label={String(resource.wrds)}'],
      ['Rating.tsx', ' />,', '>{resource.strs}</meter>,'],
    ] as const
    for (const [file, text, wrong] of mistakes) await copy.edit(`${folder}/${file}`, text, wrong)
    const { stdout } = await copy.compile().catch((error: { stdout: string }) => error)
    for (const [file, name] of [
      ['editor.tsx', 'title'],
      ['Rating.tsx', 'starz'],
      ['Rating.tsx', 'wrds'],
      ['Rating.tsx', 'strs'],
    ]) {
      expect(stdout).toMatch(new RegExp(`${folder}/${file}\\(.*["']${name}["']`))
    }
    for (const [file, text, wrong] of mistakes.toReversed())
      await copy.edit(`${folder}/${file}`, wrong, text)
  },
)

test('is shown by its own view', async () => {
  const renderer = await copy.load<{ render: typeof render }>('/src/entry-server.tsx')
  const payload = pagePayload([component('Rating', 'one', { stars: 4 })])
  const { body, state } = await renderer.render(renderRequestFor(payload))
  expect(body).toContain('<meter max="5" value="4"></meter>')
  expect(state.generatedViews).not.toHaveProperty('Rating')
})

test('is edited in its own tab', async () => {
  const editors = await copy.load<{ siteKinds: typeof siteKinds }>('/site/editors.ts')
  const { SiteKindsProvider: Provider } = await copy.load<{
    SiteKindsProvider: typeof SiteKindsProvider
  }>('/src/editor/site-kinds.ts')
  const { StagedFieldsTab: FieldsTab } = await copy.load<{
    StagedFieldsTab: typeof StagedFieldsTab
  }>('/src/editor/panel/tabs/FieldsTab.tsx')
  const kind = editors.siteKinds.kinds.find(({ type }) => type === 'Rating')!
  const editProps: EditProps = {
    resource: component('Rating', 'one', { stars: 4 }),
    errors: {},
    change: () => {},
    flush: () => {},
  }
  const tab = createElement(FieldsTab, { kind, editProps })
  const markup = renderToStaticMarkup(createElement(Provider, { value: editors.siteKinds }, tab))
  expect(markup).toBe('<button aria-label="One more star"></button>')
})
