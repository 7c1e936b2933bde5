/** The reason of a disabled control is on it for screen readers, and in the tooltip on hover and on focus. */
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { DisabledTooltip } from '#src/views/chrome/DisabledTooltip.tsx'
import { unexplainedIn } from '../../support/ui/disabled-reasons.ts'

afterEach(cleanup)

const save = vi.fn()

const Example = ({ reason }: { reason: string | null }) => (
  <>
    <Button disabledReason={reason} onClick={save}>
      Save
    </Button>
    <Button>Next</Button>
    <DisabledTooltip />
  </>
)

const button = () => screen.getByRole('button', { name: 'Save' })
const tooltip = () => {
  const element = document.querySelector('[aria-hidden="true"]')!
  return (element as HTMLElement).hidden ? null : element.textContent
}

test('a disabled button does nothing, keeps the focus, and has its reason as its description', async () => {
  const user = userEvent.setup()
  render(<Example reason="Nothing was changed." />)
  await user.click(button())
  expect(save).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button())
  expect(button().getAttribute('aria-disabled')).toBe('true')
  expect(button().getAttribute('aria-description')).toBe('Nothing was changed.')
})

test('the tooltip shows the reason while the pointer is on the control or on the tooltip', async () => {
  const user = userEvent.setup()
  render(<Example reason="Nothing was changed." />)
  expect(tooltip()).toBe(null)
  await user.hover(button())
  expect(tooltip()).toBe('Nothing was changed.')
  await user.hover(screen.getByText('Nothing was changed.'))
  expect(tooltip()).toBe('Nothing was changed.')
  await user.hover(screen.getByRole('button', { name: 'Next' }))
  expect(tooltip()).toBe(null)
})

test('the tooltip shows the reason of what is focused, until Escape or the next control', async () => {
  const user = userEvent.setup()
  render(<Example reason="Nothing was changed." />)
  await user.tab()
  expect(tooltip()).toBe('Nothing was changed.')
  await user.keyboard('{Escape}')
  expect(tooltip()).toBe(null)
  await user.tab()
  await user.tab({ shift: true })
  expect(tooltip()).toBe('Nothing was changed.')
  await user.tab()
  expect(tooltip()).toBe(null)
})

test('the tooltip follows the reason, and leaves with it', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Example reason="Nothing was changed." />)
  await user.hover(button())
  await act(async () => rerender(<Example reason="Saving…" />))
  expect(tooltip()).toBe('Saving…')
  await act(async () => rerender(<Example reason={null} />))
  expect(tooltip()).toBe(null)
  await user.click(button())
  expect(save).toHaveBeenCalledTimes(1)
})

test('what runs says so, and an option says why it cannot be chosen', () => {
  const options = [{ value: 'a', label: 'Footer', disabledReason: 'it takes links only' }]
  render(
    <>
      <Button busy>Publish</Button>
      <Select label="Section" value="a" options={options} onChange={() => {}} />
    </>,
  )
  expect(screen.getByRole('button').getAttribute('aria-description')).toBe('In progress…')
  expect(screen.getByRole<HTMLOptionElement>('option').disabled).toBe(true)
  expect(screen.getByRole('option').textContent).toBe('Footer (it takes links only)')
})

test.each([
  ['<button aria-disabled="true">Save</button>', 1],
  ['<button aria-disabled="true" aria-description="">Save</button>', 1],
  ['<button aria-disabled="true" aria-description="Saving…">Save</button>', 0],
  ['<button aria-disabled="true" aria-description="Saving…" aria-describedby="x">Save</button>', 1],
  ['<input disabled />', 1],
  ['<input disabled aria-describedby="help" /><p id="help">This cannot be changed.</p>', 0],
  ['<input disabled aria-describedby="help" /><p id="help"></p>', 1],
  ['<select><option disabled>Footer</option></select>', 1],
  ['<select><option disabled>Footer (it takes links only)</option></select>', 0],
  ['<button>Save</button>', 0],
])('%s has %d controls without a reason', (html, count) => {
  const template = document.createElement('template')
  template.innerHTML = html
  document.body.append(template)
  // Read in place, and never in the document itself, in which every test looks for such controls.
  vi.spyOn(document, 'getElementById').mockImplementation((id) =>
    template.content.querySelector(`#${id}`),
  )
  const found = [...template.content.children].flatMap(unexplainedIn)
  vi.restoreAllMocks()
  template.remove()
  expect(found).toHaveLength(count)
})
