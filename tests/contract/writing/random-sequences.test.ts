import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { type RelationKey, deleteCascade } from '#content/model/cascade.ts'
import { iriTypeOf } from '#content/model/iri.ts'
import { insertAt, moveTo } from '#content/model/order.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, createContentApi } from '../support/content-api.ts'

type Gesture =
  | { kind: 'add'; group: number; at: number | undefined }
  | { kind: 'show'; which: number; group: number }
  | { kind: 'move'; which: number; to: number }
  | { kind: 'send'; which: number; group: number; to: number }
  | { kind: 'edit'; which: number }
  | { kind: 'removePosition'; which: number }
  | { kind: 'removeComponent'; which: number }

const which = fc.nat(20)
const group = fc.nat(1)
const at = fc.option(fc.nat(8), { nil: undefined })
const add = fc.record({ kind: fc.constant('add' as const), group, at })
const gestures: fc.Arbitrary<Gesture[]> = fc.array(
  fc.oneof(
    add,
    add,
    fc.record({ kind: fc.constant('show' as const), which, group }),
    fc.record({ kind: fc.constant('move' as const), which, to: which }),
    fc.record({ kind: fc.constant('send' as const), which, group, to: fc.nat(8) }),
    fc.record({ kind: fc.constant('edit' as const), which }),
    fc.record({ kind: fc.constant('removePosition' as const), which }),
    fc.record({ kind: fc.constant('removeComponent' as const), which }),
  ),
  { minLength: 4, maxLength: 16 },
)

interface Position {
  iri: string
  group: string
  component: string
  sortValue: number
}

/** Models the site by the rules of `content/` alone, without the store. */
const createModel = (owners: { group: string; page: string }[]) => {
  const positions = new Map<string, Position>()
  const lives = new Set<string>()
  const drafts = new Map<string, string>()

  const inGroup = (of: string) =>
    [...positions.values()].filter((position) => position.group === of)
  const relations = (): RelationKey[] => [
    ...owners.map((owner) => ({ from: owner.group, property: 'pages', to: owner.page })),
    ...[...positions.values()].flatMap((position) => [
      { from: position.iri, property: 'componentGroup', to: position.group },
      { from: position.iri, property: 'component', to: position.component },
    ]),
    ...[...drafts].map(([live, draft]) => ({
      from: draft,
      property: 'publishedResource',
      to: live,
    })),
  ]
  const shift = (shifted: readonly { iri: string; sortValue: number }[]) => {
    for (const { iri, sortValue } of shifted) positions.get(iri)!.sortValue = sortValue
  }
  const put = (iri: string, into: string, component: string, requested?: number) => {
    const { sortValue, shifted } = insertAt(inGroup(into), requested)
    shift(shifted)
    positions.set(iri, { iri, group: into, component, sortValue })
  }

  return {
    positions: () => [...positions.values()],
    lives: () => [...lives],
    draftOf: (live: string) => drafts.get(live),
    inGroup,
    add(component: string, iri: string, into: string, requested?: number) {
      lives.add(component)
      put(iri, into, component, requested)
    },
    show: put,
    move(iri: string, to: number) {
      const position = positions.get(iri)!
      const { sortValue, shifted } = moveTo(inGroup(position.group), iri, to)
      shift(shifted)
      position.sortValue = sortValue
    },
    send(iri: string, into: string, to: number) {
      const { component } = positions.get(iri)!
      positions.delete(iri)
      put(iri, into, component, to)
    },
    edit: (live: string, draft: string) => void drafts.set(live, draft),
    remove(root: string) {
      const all = relations()
      const { removed, repointed } = deleteCascade(root, (iri) => ({
        outgoing: all.filter(({ from }) => from === iri),
        incoming: all.filter(({ to }) => to === iri),
      }))
      for (const { relation, to } of repointed) positions.get(relation.from)!.component = to
      const [draft] = [drafts.get(root)]
      if (lives.has(root) && draft && !removed.includes(draft)) lives.add(draft)
      for (const iri of removed) {
        positions.delete(iri)
        lives.delete(iri)
        drafts.delete(iri)
      }
      for (const [live, version] of drafts) if (removed.includes(version)) drafts.delete(live)
    },
  }
}

eachDatabase('any sequence of inserts, moves and deletions', (open) => {
  let content: ContentApi
  let edits = 0
  beforeEach(async () => {
    content = createContentApi(await open())
  })

  const play = async (
    gesture: Gesture,
    model: ReturnType<typeof createModel>,
    groups: string[],
  ) => {
    const { asEditor } = content
    const positions = model.positions()
    const position = 'which' in gesture ? positions[gesture.which % positions.length] : undefined
    const into = 'group' in gesture ? groups[gesture.group % groups.length]! : ''
    if (gesture.kind === 'add') {
      const made = await content.makeTitle(into, 'Title', undefined, gesture.at)
      return model.add(made['@id'], made.componentPositions[0]!, into, gesture.at)
    }
    if (!position) return
    switch (gesture.kind) {
      case 'show': {
        const body = { componentGroup: into, component: position.component }
        const { '@id': iri } = await content.create('/_/component_positions', body)
        return model.show(iri, into, position.component)
      }
      case 'move': {
        const others = model.inGroup(position.group)
        const to = others[gesture.to % others.length]!.sortValue
        await asEditor.patch(position.iri, { sortValue: to })
        return model.move(position.iri, to)
      }
      case 'send': {
        if (into === position.group) return
        await asEditor.patch(position.iri, { componentGroup: into, sortValue: gesture.to })
        return model.send(position.iri, into, gesture.to)
      }
      case 'edit': {
        const { body } = await asEditor.patch(position.component, { title: `Edit ${(edits += 1)}` })
        if (body['@id'] !== position.component) model.edit(position.component, body['@id'])
        return
      }
      case 'removePosition':
        await asEditor.remove(position.iri)
        return model.remove(position.iri)
      case 'removeComponent':
        await asEditor.remove(`${position.component}?published=true`)
        // A resource that has become a draft cannot be requested as published.
        if ((await asEditor.get(position.component)).status !== 404) return
        return model.remove(position.component)
    }
  }

  const stored = async () => {
    const rows = await content.db.selectFrom('resource').select(['iri', 'type']).execute()
    const relations = await content.db.selectFrom('relation').selectAll().execute()
    return { rows, relations }
  }

  test('leaves the store as the rules of content/ require, without dangling relations', async () => {
    await fc.assert(
      fc.asyncProperty(gestures, async (all) => {
        const owners = [await content.makePage(), await content.makePage()]
        const groups = owners.map((owner) => owner.group)
        const model = createModel(owners)
        for (const gesture of all) await play(gesture, model, groups)

        const { rows, relations } = await stored()
        for (const of of groups) {
          const expected = model.inGroup(of).map(({ iri, sortValue }) => [iri, sortValue])
          const found = relations
            .filter(({ property, to_iri: to }) => property === 'componentGroup' && to === of)
            .map(({ from_iri: from, position }) => [from, Number(position)])
          expect(found.toSorted()).toEqual(expected.toSorted())
        }
        for (const { iri, component } of model.positions()) {
          expect(relations).toContainEqual({
            from_iri: iri,
            property: 'component',
            to_iri: component,
            position: 0,
          })
        }
        const there = new Set(rows.map(({ iri }) => iri))
        const loose = relations.filter(
          ({ from_iri: from, to_iri: to }) => !there.has(from) || !there.has(to),
        )
        expect(loose).toEqual([])
        const drafts = model.lives().flatMap((live) => model.draftOf(live) ?? [])
        const components = [...there].filter((iri) => iriTypeOf(iri) === 'COMPONENT')
        expect(components.toSorted()).toEqual(
          [...new Set([...model.lives(), ...drafts])].toSorted(),
        )

        for (const { page } of owners) await content.asEditor.remove(page)
        const left = (await stored()).rows.filter(({ type }) => type !== 'Layout')
        expect(left).toEqual([])
      }),
      { numRuns: 15 },
    )
  }, 120_000)
})
