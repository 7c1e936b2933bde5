/** Makes pages of headings, texts and links, as visitors see them. */
import type { ServerProcess } from '../../tests/support/server/server-process.ts'
import { makePage, signInEditor } from './api-editor.ts'

const sentence =
  'The curtain rises on a <strong>company</strong> that has rehearsed since the spring, and nobody in the house knows the ending yet.'

/** Returns the kind and the fields of a component by its number. */
const componentAt = (at: number): [kind: string, fields: Record<string, string>] => {
  if (at % 4 === 0) return ['titles', { title: `Heading ${at}` }]
  if (at % 4 === 3)
    return ['navigation_links', { label: `More of part ${at}`, rawPath: `/part-${at}` }]
  const paragraphs = Array.from({ length: 3 }, (_, of) => `<p>${at}.${of} ${sentence}</p>`)
  return ['html_contents', { html: paragraphs.join('') }]
}

/** Makes a page of so many components at `/of-{count}`, and returns its path. */
export const makeComponentPage = async (site: ServerProcess, count: number) => {
  const editor = await signInEditor(site)
  const path = `/of-${count}`
  const { group } = await makePage(editor, path)
  for (let at = 0; at < count; at += 1) {
    const [kind, fields] = componentAt(at)
    await editor.post(`/component/${kind}`, {
      ...fields,
      publishedAt: '2026-01-05T09:00:00+00:00',
      componentPositions: [{ componentGroup: group, sortValue: at }],
    })
  }
  return path
}
