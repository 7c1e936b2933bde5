import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { EditableText } from '#src/ui/EditableText.tsx'

afterEach(cleanup)

const onChange = vi.fn<(text: string) => void>()
afterEach(() => onChange.mockClear())

/** Renders a controlled text; the returned function changes its value from outside. */
const renderText = (initial: string) => {
  const element = (value: string) => (
    <EditableText label="Title" placeholder="Name it" value={value} onChange={handleChange} />
  )
  const handleChange = (typed: string) => {
    onChange(typed)
    rerender(element(typed))
  }
  const { rerender } = render(element(initial))
  return (value: string) => rerender(element(value))
}

const text = () => screen.getByRole('textbox', { name: 'Title' })

test('shows its value and reports each keystroke', async () => {
  renderText('Cur')
  await userEvent.type(text(), 'tain')
  expect(text().textContent).toBe('Curtain')
  expect(onChange.mock.calls.map(([typed]) => typed)).toEqual([
    'Curt',
    'Curta',
    'Curtai',
    'Curtain',
  ])
})

test('shows a value changed from outside and keeps the caret', async () => {
  const say = renderText('Curtain')
  await userEvent.click(text())
  document.getSelection()!.collapse(text().firstChild, 3)
  say('Curtain up')
  expect(text().textContent).toBe('Curtain up')
  expect(document.getSelection()!.anchorOffset).toBe(3)
})

test('keeps the text node while the value is unchanged', async () => {
  const say = renderText('Curtain')
  const letters = text().firstChild
  say('Curtain')
  await userEvent.type(text(), '!')
  expect(text().firstChild).toBe(letters)
})

test.each(['insertParagraph', 'insertLineBreak', 'formatBold'])('refuses %s', (inputType) => {
  renderText('Curtain')
  const event = new InputEvent('beforeinput', { inputType, cancelable: true, bubbles: true })
  expect(text().dispatchEvent(event)).toBe(false)
})

test('pastes plain text only, on one line', () => {
  renderText('')
  // happy-dom has no `execCommand`.
  const insert = vi.fn<typeof document.execCommand>(() => true)
  document.execCommand = insert
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/plain', ' one\n two ')
  const event = Object.assign(
    new InputEvent('beforeinput', { inputType: 'insertFromPaste', cancelable: true }),
    { dataTransfer },
  )
  expect(text().dispatchEvent(event)).toBe(false)
  expect(insert).toHaveBeenCalledWith('insertText', false, 'one two')
})

test('shows the placeholder while it is empty', () => {
  renderText('')
  expect(text().dataset).toMatchObject({ empty: 'true', placeholder: 'Name it' })
})
