// @vitest-environment happy-dom
/** Tests that the browser reads the state of a page from its document as the server had it. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Component, User } from '#content/model/resource.ts'
import { documentStateOf } from '#server/render/document-state.ts'
import { toScriptJson } from '#server/render/document.ts'
import { readPageState } from '#src/app/browser/read-page-state.ts'
import { type PageState, render } from '#src/entry-server.tsx'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { renderRequestFor } from '../support/ui/render-request.ts'

const user = { '@id': '/users/1', '@type': 'User', roles: ['ROLE_ADMIN'], _metadata: {} }

const words = 'It’s <a> "long" text & more'
const html = '<p>One &amp; <strong>two</strong></p><ul><li>three</li></ul>'
const components = [
  component('Title', '1', { title: words }),
  component('HtmlContent', '2', { html }),
  component('NavigationLink', '3', { label: 'To the programme', url: '/programme' }),
  component('Title', '4', { title: 'A line\r\nand another' }),
  component('HtmlContent', '5', { html: '<p>One<ul><li>two</li></ul></p>' }),
  component('HtmlContent', '6', { html: 'No element in it' }),
  component('HtmlContent', '7', { html: '<p data-iri="/component/HtmlContent/7">no</p>' }),
]

const stateOf = async (all: Component[]) => render(renderRequestFor(pagePayload(all)))

const jsonOf = (state: PageState, body: string) => toScriptJson(documentStateOf(state, body))

const open = (json: string, body: string) => {
  document.body.innerHTML = `<div id="root">${body}</div><script type="application/json" id="state">${json}</script>`
}

beforeEach(() => (document.body.innerHTML = ''))

describe('the state in a document', () => {
  test('is read as it was', async () => {
    const { body, state } = await stateOf(components)
    open(jsonOf(state, body), body)
    expect(JSON.stringify(readPageState().entries)).toBe(JSON.stringify(state.entries))
    expect(readPageState()).toEqual(state)
  })

  test('does not repeat the words of the HTML, except those that a browser would read otherwise', async () => {
    const { body, state } = await stateOf(components)
    const json = jsonOf(state, body)
    expect(json).not.toMatch(/long|strong|To the programme/)
    expect(json).toContain('A line')
    expect(json).toContain('One\\u003cul>')
  })

  test('holds the words for somebody who is signed in', async () => {
    const { body, state } = await stateOf(components)
    const signedIn = { ...state, user: user as unknown as User }
    const json = jsonOf(signedIn, body)
    expect(json).toContain('To the programme')
    open(json, body.replace('To the programme', 'To the program'))
    expect(readPageState().entries).toEqual(state.entries)
  })

  test('is that of a page which is still to be fetched when something else has changed the HTML', async () => {
    const { body, state } = await stateOf(components)
    open(jsonOf(state, body), body.replace('To the programme', 'To the program'))
    expect(readPageState()).toEqual({ ...state, page: null, entries: [] })
    open(jsonOf(state, body), body.replace(/<main.*<\/main>/s, ''))
    expect(readPageState()).toEqual({ ...state, page: null, entries: [] })
  })
})
