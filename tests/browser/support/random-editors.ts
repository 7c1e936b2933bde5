/** Editors of one page at random, each in a browser of their own, and a ledger of the words that they have typed. */
import type { Browser, Locator, Page } from '@playwright/test'
import { type ServerProcess, password } from '../../support/server/server-process.ts'
import { insertComponent, manager, saveStatus } from './editor-actions.ts'
import { button, expect, expectHydrated, fakeConnection } from './fixtures.ts'

const gestures = ['type', 'add', 'move', 'duplicate', 'delete', 'undo', 'redo', 'publish'] as const
const situations = ['update', 'decide', 'disconnect', 'reload', 'kill'] as const

/** The kinds of steps, the frequent ones more than once. A failure is simplified to the first, which changes nothing. */
export const stepKinds = [
  'connect',
  ...gestures,
  ...situations,
  ...(['type', 'type', 'type', 'add', 'update', 'decide', 'connect'] as const),
] as const

export interface Step {
  /** The index of the editor who makes it. */
  by: number
  kind: (typeof stepKinds)[number]
  /** Chooses among what there is. */
  at: number
  /** True to make it while the steps before it are still being saved. */
  hurries: boolean
}

const names = ['ada', 'ben', 'cyd']
const wordsIn = (text: string) => text.match(/\b(?:ada|ben|cyd)\d+\b/g) ?? []
const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length]

/** Opens the home page in edit mode, in a browser of its own with the session of the administrator. */
const openEditor = async (browser: Browser, site: ServerProcess, name: string) => {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' })
  await context.addInitScript(fakeConnection, { saveData: true, effectiveType: '4g' })
  const signedIn = await context.request.post('/_api/login', {
    data: { username: 'admin', password },
  })
  expect(signedIn.ok()).toBe(true)
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(`${name}: ${String(error.error())}`))
  const page = await context.newPage()
  await page.goto('/')
  await expectHydrated(page)
  await button(page, 'Edit').click()
  await expect(button(page, 'Done')).toBeVisible()
  return { name, context, page, errors, isOnline: true }
}

export type RandomEditor = Awaited<ReturnType<typeof openEditor>>

export const openEditors = (browser: Browser, site: ServerProcess, count: number) =>
  Promise.all(names.slice(0, count).map((name) => openEditor(browser, site, name)))

interface StoredResource {
  title?: string
  html?: string
  component?: string
  componentPositions?: string[]
  publishedResource?: string
}

/** A component as it is seen: its type, and its text if it has one. */
interface Shown {
  type: string
  text: string
}

const typeOf = (iri: string) => iri.split('/').at(-2)!
const groupSelector = 'main [data-iri^="/_/component_groups/"]'

/** Returns what is stored in the group of the page: the versions of each component, the draft first. */
const readStored = async ({ page, context }: RandomEditor): Promise<Shown[][]> => {
  const read = async (path: string) => {
    const answer = await context.request.get(`/_api${path}`)
    return answer.ok() ? ((await answer.json()) as StoredResource) : null
  }
  const group = await page.locator(groupSelector).first().getAttribute('data-iri')
  const shownIn = async (iri: string) => {
    const component = await read(iri)
    const live = component?.publishedResource
    const versions = [component, live ? await read(`${live}?published=true`) : null]
    return versions.flatMap((version) =>
      version ? [{ type: typeOf(iri), text: version.title ?? version.html ?? '' }] : [],
    )
  }
  // A position may be deleted while it is read.
  const positions = (await read(group!))?.componentPositions ?? []
  return Promise.all(
    positions.map(async (position) => {
      const { component } = (await read(position)) ?? {}
      return component ? shownIn(component) : []
    }),
  )
}

/** Returns what an editor sees in the group of the page. */
const readShown = (page: Page): Promise<Shown[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelector(selector)!.children].map((position) => {
        const componentEl = position.querySelector<HTMLElement>('[data-iri^="/component/"]')
        const textEl = position.querySelector(':is([aria-label="Title"], [aria-label="Body text"])')
        return {
          type: componentEl?.dataset['iri']!.split('/').at(-2) ?? 'nothing',
          text: (textEl?.textContent ?? '').replaceAll(/\s+/g, ''),
        }
      }),
    groupSelector,
  )

/** Turns stored versions into what an editor sees of them. */
const asShown = (page: Page, stored: readonly Shown[][]) =>
  page.evaluate(
    (versions) =>
      versions.flatMap(([visible]) => {
        if (!visible) return []
        const { type, text } = visible
        const isText = type === 'titles' || type === 'html_contents'
        const parsed = new DOMParser().parseFromString(text, 'text/html').body.textContent
        return [{ type, text: isText ? parsed.replaceAll(/\s+/g, '') : '' }]
      }),
    stored,
  )

/** Waits until everything that an editor has done is saved, or cannot be. */
const atEase = ({ page }: RandomEditor) =>
  expect(saveStatus(page)).not.toHaveAttribute('data-save-status', 'saving')

const statusOf = ({ page }: RandomEditor) => saveStatus(page).getAttribute('data-save-status')

const isAvailable = async (target: Locator) =>
  (await target.count()) > 0 && (await target.first().getAttribute('aria-disabled')) !== 'true'

const texts = (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name: /^(Title|Body text)$/ })

const confirmed = async (page: Page, name: string, press: string) => {
  const question = page.getByRole('dialog', { name })
  await button(question, press).click()
  await expect(question).toBeHidden()
}

/** Adds what is being added, because a new component has to be added or discarded before anything else. */
const addStaged = async (editor: RandomEditor, name = 'Add draft') => {
  const add = button(manager(editor.page), name)
  if (!(await isAvailable(add))) return
  await add.click()
  await atEase(editor)
}

/** Selects a text. Returns it, or null while something is being added that could not be saved. */
const select = async (editor: RandomEditor, at: number) => {
  const { page } = editor
  await addStaged(editor)
  if ((await statusOf(editor)) === 'staged') return null
  const count = await texts(page).count()
  if (count === 0) return null
  const text = texts(page).nth(at % count)
  await text.click({ position: { x: 3, y: 8 } })
  await expect(text).toBeFocused()
  return text
}

const unsaved = (page: Page) => page.getByRole('region', { name: /^Not (saved|added): / })

/** Makes steps, and keeps a ledger of the words that are typed and of those that are given up knowingly. */
export const createLedger = (editors: readonly RandomEditor[]) => {
  const typed: string[] = []
  const copied = new Set<string>()
  const givenUp = new Set<string>()
  const [first] = editors
  const stored = () => readStored(first!)
  const storedWords = async () => (await stored()).flat().flatMap(({ text }) => wordsIn(text))
  const shownWords = async () =>
    (await Promise.all(editors.map(({ page }) => page.locator('body').innerText()))).flatMap(
      wordsIn,
    )

  /** Returns the words that are neither on a screen nor stored, though nobody has given them up. */
  const missing = async () => {
    const held = new Set([...(await shownWords()), ...(await storedWords())])
    return typed.filter((word) => !held.has(word) && !givenUp.has(word))
  }

  /** Does what may give up some of the stored and shown words, and notes those that are not stored any more. */
  const giveUp = async (
    editor: RandomEditor,
    mayGo: (word: string) => boolean,
    act: () => Promise<unknown>,
  ) => {
    await atEase(editor)
    const before = [
      ...(await storedWords()),
      ...wordsIn(await editor.page.locator('body').innerText()),
    ]
    await act()
    await atEase(editor)
    const kept = new Set(await storedWords())
    for (const word of before) if (mayGo(word) && !kept.has(word)) givenUp.add(word)
  }

  const nextWord = ({ name }: RandomEditor) => {
    const word = `${name}${typed.length + 1}`
    typed.push(word)
    return word
  }

  const type = async (editor: RandomEditor, at: number) => {
    const text = await select(editor, at)
    if (!text) return
    const word = nextWord(editor)
    await editor.page.keyboard.press('ControlOrMeta+End')
    // Wherever the caret is, the word is one of its own.
    await editor.page.keyboard.insertText(` ${word} `)
    await expect(text).toContainText(word)
  }

  const add = async (editor: RandomEditor, at: number) => {
    const { page } = editor
    if (!(await select(editor, at))) return
    const kind = pick(['Title', 'Body Text'], at)!
    await insertComponent(page, pick(['Add after', 'Add before'] as const, at)!, kind)
    const word = nextWord(editor)
    await page.keyboard.insertText(word)
    await expect(texts(page).filter({ hasText: word })).toHaveCount(1)
    const press = pick(['Add draft', 'Add and publish', null], at)
    if (press) await addStaged(editor, press)
  }

  const press = async (editor: RandomEditor, at: number, name: string) => {
    if (!(await select(editor, at))) return false
    const target = button(manager(editor.page), name)
    if (!(await isAvailable(target))) return false
    await target.click()
    return true
  }

  const duplicate = async (editor: RandomEditor, at: number) => {
    const text = await select(editor, at)
    if (!text) return
    wordsIn(await text.innerText()).forEach((word) => copied.add(word))
    await press(editor, at, 'Duplicate')
    const question = editor.page.getByRole('dialog')
    await atEase(editor)
    if (await question.isVisible()) await button(question, 'Ok').click()
  }

  const remove = async (editor: RandomEditor, at: number) => {
    const text = await select(editor, at)
    if (!text) return
    const seen = new Set(wordsIn(await text.innerText()))
    await giveUp(
      editor,
      (word) => seen.has(word),
      async () => {
        if (!(await press(editor, at, 'Delete'))) return
        await confirmed(editor.page, 'Delete this resource?', at % 3 === 2 ? 'Cancel' : 'Ok')
      },
    )
  }

  /** Only words of the editor's own may go by it, and those of a copy. */
  const undoOrRedo = async (editor: RandomEditor, name: 'Undo' | 'Redo') => {
    await addStaged(editor)
    await giveUp(
      editor,
      (word) => word.startsWith(editor.name) || copied.has(word),
      async () => {
        const target = button(editor.page, name)
        if (await isAvailable(target)) await target.click()
      },
    )
  }

  const choices = [
    'Keep mine',
    'Use theirs',
    'Merge by hand',
    'Put back',
    'Save',
    'Try again',
    'Discard my change',
    'Discard',
  ]
  const losing = ['Keep mine', 'Use theirs', 'Discard my change', 'Discard']

  const decide = async (editor: RandomEditor, at: number) => {
    const region = unsaved(editor.page).first()
    if (!(await region.isVisible())) return
    const offered = (await region.getByRole('button').allInnerTexts()).filter((name) =>
      choices.includes(name),
    )
    const choice = pick(offered, at)
    if (!choice) return
    const seen = new Set(wordsIn(await region.innerText()))
    await giveUp(
      editor,
      (word) => losing.includes(choice) && seen.has(word),
      () => button(region, choice).click(),
    )
  }

  const reload = async (editor: RandomEditor) => {
    if (!editor.isOnline) return
    await editor.page.reload()
    await expectHydrated(editor.page)
    await expect(button(editor.page, 'Done')).toBeVisible()
  }

  /** Kills the tab, which runs none of its handlers, and opens the one that the browser restores. */
  const kill = async (editor: RandomEditor) => {
    if (!editor.isOnline) return
    await atEase(editor)
    const storage = await editor.page.evaluate(() => ({ ...sessionStorage }))
    await editor.page.close({ runBeforeUnload: false })
    editor.page = await editor.context.newPage()
    await editor.page.addInitScript((entries) => {
      if (sessionStorage.length > 0) return
      for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
    }, storage)
    await editor.page.goto('/')
    await expectHydrated(editor.page)
    await expect(button(editor.page, 'Done')).toBeVisible()
  }

  const connect = async (editor: RandomEditor, isOnline: boolean) => {
    editor.isOnline = isOnline
    await editor.context.setOffline(!isOnline)
  }

  const update = async ({ page }: RandomEditor) => {
    const press = button(page, 'Update')
    if (await press.isVisible()) await press.click()
  }

  const acts: Record<Step['kind'], (editor: RandomEditor, at: number) => Promise<unknown>> = {
    type,
    add,
    duplicate,
    decide,
    reload,
    kill,
    update,
    move: (editor, at) => press(editor, at, pick(['Move up', 'Move down'], at)!),
    publish: (editor, at) => press(editor, at, 'Publish'),
    delete: remove,
    undo: (editor) => undoOrRedo(editor, 'Undo'),
    redo: (editor) => undoOrRedo(editor, 'Redo'),
    disconnect: (editor) => connect(editor, false),
    connect: (editor) => connect(editor, true),
  }

  const make = async ({ by, kind, at, hurries }: Step) => {
    const editor = editors[by % editors.length]!
    if (!hurries) await atEase(editor)
    await acts[kind](editor, at)
    await expect.poll(missing, 'words that are lost').toEqual([])
  }

  /** Saves everything, merges conflicts and puts back what was deleted, until nothing waits for a decision. */
  const settle = async (editor: RandomEditor) => {
    await connect(editor, true)
    const saving = ['Merge by hand', 'Put back', 'Save', 'Try again', 'Discard my change']
    for (let round = 0; round < 20; round += 1) {
      await addStaged(editor)
      await atEase(editor)
      const region = unsaved(editor.page).first()
      if ((await statusOf(editor)) === 'saved' && !(await region.isVisible())) return
      const offered = await region.getByRole('button').allInnerTexts()
      const choice = saving.find((name) => offered.includes(name))
      if (choice) await button(region, choice).click()
    }
    throw new Error(`${editor.name} cannot save.`)
  }

  const expectSameSite = async () => {
    for (const editor of editors) {
      const { page, name } = editor
      await expect(async () => {
        await update(editor)
        expect(await readShown(page), name).toEqual(await asShown(page, await stored()))
      }).toPass({ timeout: 30_000 })
    }
  }

  const finish = async () => {
    for (const editor of editors) await settle(editor)
    await expect.poll(missing, 'words that are lost').toEqual([])
    await expectSameSite()
    // Nobody is stuck.
    for (const editor of editors) {
      await type(editor, 0)
      await atEase(editor)
      await settle(editor)
    }
    await expectSameSite()
    expect(await missing()).toEqual([])
    expect(editors.flatMap(({ errors }) => errors)).toEqual([])
  }
  return { make, finish }
}
