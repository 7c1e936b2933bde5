import { expect, test } from 'vitest'
import { tabbableElements } from '#src/ui/tabbable-elements.ts'

test('Tab reaches what can be focused, is enabled and is seen, once for each group of radio buttons', () => {
  document.body.innerHTML = `
    <a href="/" id="link">Link</a><a>No link</a>
    <button id="button">Button</button><button disabled>Disabled</button>
    <fieldset disabled><input /></fieldset>
    <input id="input" /><textarea id="textarea"></textarea>
    <select id="select"></select>
    <div tabindex="0" id="box"></div><div tabindex="-1"></div><button tabindex="-1">By arrow keys</button>
    <div contenteditable="true" id="text"><a href="/">In the text</a></div>
    <div inert><button>Inert</button></div>
    <div style="display: none"><button>Not displayed</button></div>
    <button style="visibility: hidden">Invisible</button>
    <form>
      <input type="radio" name="size" /><input type="radio" name="size" checked id="radio" />
      <input type="radio" name="color" id="radio-1" /><input type="radio" name="color" id="radio-2" />
    </form>`
  expect(tabbableElements(document.body).map(({ id }) => id)).toEqual([
    ...['link', 'button', 'input', 'textarea', 'select', 'box', 'text'],
    ...['radio', 'radio-1', 'radio-2'],
  ])
  document.body.innerHTML = ''
})
