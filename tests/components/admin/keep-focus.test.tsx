import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocusIn } from '#src/admin/keep-focus.ts'

let stop: ReturnType<typeof keepFocusIn>

beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <a href="/">Back</a>
      <ul>
        <li id="first"><button>Delete first</button></li>
        <li id="second"><button>Delete second</button></li>
        <li id="third"><button>Delete third</button></li>
      </ul>
      <p id="hint">Nothing else</p>
      <button id="add">Add</button>
    </main>`
  stop = keepFocusIn(document.querySelector('main'))
})
afterEach(() => stop?.())

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const nextFrame = () => new Promise(requestAnimationFrame)
const remove = async (...selectors: string[]) => {
  for (const selector of selectors) find(selector).remove()
  // One for the records of the removal, one for the frame in which the focus moves.
  await nextFrame()
  await nextFrame()
}

test.each([
  ['the next row', '#second', ['#second'], 'Delete third'],
  ['the row before, after the last one', '#third', ['#third'], 'Delete second'],
  ['what is in the part around a list that is gone', '#first', ['ul'], 'Add'],
  ['the only row that is left', '#second', ['#second', '#third'], 'Delete first'],
])('the focus moves to %s', async (_, row, removed, label) => {
  find(`${row} button`).focus()
  await remove(...removed)
  expect(document.activeElement?.textContent).toBe(label)
})

test('the focus moves to the screen where nothing else can have it', async () => {
  find('#add').focus()
  find('a').remove()
  await remove('ul', '#add')
  expect(document.activeElement).toBe(find('main'))
})

test('the focus stays where something else has put it', async () => {
  find('#second button').focus()
  find('#second').remove()
  find('#add').focus()
  await nextFrame()
  await nextFrame()
  expect(document.activeElement).toBe(find('#add'))
})

test('nothing gets the focus when something else is removed, or when nothing had it', async () => {
  find('#first button').focus()
  await remove('#second')
  expect(document.activeElement?.textContent).toBe('Delete first')
  find('#first button').blur()
  await nextFrame()
  await remove('#first')
  expect(document.activeElement).toBe(document.body)
})

test('nothing is moved any more once it has ended', async () => {
  find('#first button').focus()
  stop?.()
  await remove('#first')
  expect(document.activeElement).toBe(document.body)
})
