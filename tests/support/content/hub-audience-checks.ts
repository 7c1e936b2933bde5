/** Changes to a generated site while three viewers listen, and what each of them should hear of one. */
import { expect } from 'vitest'
import type { SitePlan } from './generated-site.ts'
import type { HubSubscriber } from '../http/hub-subscriber.ts'
import { findLeaks } from './access-checks.ts'
import { type AccessModel, type ViewerRole, viewers } from './access-model.ts'
import type { HttpClient } from '../server/in-process-server.ts'

type Change = SitePlan['changes'][number]
type Models = Record<ViewerRole, AccessModel>

/** Longer than any draft is scheduled for, and short enough for sessions to last. */
const halfDay = 13 * 60 * 60 * 1000
const past = '2026-01-05T09:00:00+00:00'

interface Site {
  editor: HttpClient
  word: () => string
  advance: (by: number) => void
}

/** Makes some change to a site as it is. Where the rules refuse it nothing changes, and nobody receives an event. */
export const applyChange = async (
  { editor, word, advance }: Site,
  models: Models,
  { act, at }: Change,
) => {
  const { rows, rowOf, incoming } = models.editor
  const some = (prefix: string) => {
    const all = rows
      .filter(({ iri, type }) => iri.startsWith(prefix) && type !== 'SiteConfigParameter')
      .map(({ iri }) => iri)
    return all[at % Math.max(1, all.length)] ?? ''
  }
  const component = some('/component/')
  const entity = some(at % 2 ? '/_/pages/' : '/page_data/')
  switch (act) {
    case 'rewrite': {
      const iri = some(at % 3 ? '/component/' : '/')
      const data = rowOf.get(iri)?.data ?? {}
      const [name] = ['title', 'html', 'label', 'alt'].filter((one) => one in data)
      return name && editor.patch(`${iri}${at % 2 ? '?published=true' : ''}`, { [name]: word() })
    }
    case 'remove':
      return editor.remove(`${some('/')}${at % 2 ? '?published=true' : ''}`)
    case 'unroute':
      return editor.remove(some('/_/routes/'))
    case 'move': {
      const iri = some('/_/routes/')
      const path = `${iri.includes('/user-area') ? '/' : '/user-area/'}${word()}`
      return editor.patch(iri, { path, name: path })
    }
    case 'publish':
      return editor.patch(incoming(component, 'publishedResource')[0] ?? component, {
        publishedAt: past,
      })
    case 'reparent':
      return editor.patch(entity, { parentPage: some('/_/pages/'), parentPageData: null })
    case 'wait':
      advance(halfDay)
      return editor.get('/component/titles')
  }
}

interface ReceivedEvent {
  iri: string
  isDeletion: boolean
  text: string
}

const markerIri = '/_/site_config_parameters/mark'

/** A change that everybody hears of: before it comes whatever came before it. */
export const createMarkers = async (editor: HttpClient) => {
  let count = 0
  const { status } = await editor.post('/_/site_config_parameters', { key: 'mark', value: '0' })
  expect(status).toBe(201)
  return async (
    listeners: Record<ViewerRole, HubSubscriber>,
  ): Promise<Record<ViewerRole, ReceivedEvent[]>> => {
    await editor.patch(markerIri, { value: `${(count += 1)}` })
    const eventsUntilMarker = async (listener: HubSubscriber): Promise<ReceivedEvent[]> => {
      const frame = await listener.nextFrame()
      if (!frame) throw new Error('The hub has hung up.')
      if (frame.data['@id'] === markerIri && frame.data['value'] === `${count}`) return []
      const isDeletion = Object.keys(frame.data).length === 1
      const { '@id': iri } = frame.data
      return [
        { iri, isDeletion, text: JSON.stringify(frame) },
        ...(await eventsUntilMarker(listener)),
      ]
    }
    const [visitor, user, editors] = await Promise.all(
      viewers.map((viewer) => eventsUntilMarker(listeners[viewer])),
    )
    return { visitor: visitor!, user: user!, editor: editors! }
  }
}

/** Returns the stored rows of one resource, with everything it refers to and everything that refers to it. */
const storedState = ({ rowOf, links }: AccessModel, iri: string) =>
  JSON.stringify([
    rowOf.get(iri),
    links.filter(
      ({ from, property, to }) => (from === iri || to === iri) && property !== 'publishedResource',
    ),
  ])

/**
 * Expects that each viewer has received the events about the resources that they may read, or might read before those
 * were deleted. Only editors may have received the events about a resource that has not changed itself but shows one
 * that has, because only they see a draft in place of its live row.
 */
export const expectDeliveries = (
  received: Record<ViewerRole, ReceivedEvent[]>,
  before: Models,
  after: Models,
) => {
  const isUntouched = (iri: string) =>
    storedState(before.editor, iri) === storedState(after.editor, iri)
  for (const viewer of viewers) {
    const own = received[viewer].filter(({ iri }) => iri !== markerIri)
    const receivedIris = new Set(own.map(({ iri }) => iri))
    const mayReceive = ({ iri, isDeletion }: ReceivedEvent) =>
      (isDeletion ? before : after)[viewer].visible.has(iri)
    const expected = received.editor
      .filter(({ iri }) => iri !== markerIri)
      .filter(mayReceive)
      .filter(({ iri }) => receivedIris.has(iri) || !isUntouched(iri))
    const describeEvent = ({ iri, isDeletion }: ReceivedEvent) =>
      `${isDeletion ? 'gone: ' : ''}${iri}`
    expect([viewer, ...own.map(describeEvent)]).toEqual([viewer, ...expected.map(describeEvent)])
    const leaks = own.flatMap(({ isDeletion, text }) =>
      isDeletion ? [] : findLeaks(after[viewer], text, ''),
    )
    expect([viewer, ...leaks]).toEqual([viewer])
  }
}
