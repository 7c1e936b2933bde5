import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { lazyPreloadable } from '#src/app/lazy/lazy-optional.tsx'
import { PlainErrorView } from '#src/views/screens/PlainErrorView.tsx'

interface Props {
  name: string
}
const Full = ({ name }: Props) => <p>full {name}</p>
const Plain = ({ name }: Props) => <p>plain {name}</p>

let rendered: string[] = []
/** A fallback that records its names. */
const RecordedPlain = (props: Props) => {
  rendered.push(props.name)
  return <Plain {...props} />
}

const text = () => screen.getByText(/full|plain/).textContent

afterEach(() => {
  cleanup()
  rendered = []
})

test('a component that was preloaded is rendered at once, without its fallback', async () => {
  const { preload, View } = lazyPreloadable(() => Promise.resolve(Full), RecordedPlain)
  await preload()
  render(<View name="one" />)
  expect(text()).toBe('full one')
  expect(rendered).toEqual([])
})

test('the fallback is rendered while the code is loading', async () => {
  const { View } = lazyPreloadable(() => Promise.resolve(Full), RecordedPlain)
  await act(async () => render(<View name="one" />))
  expect(rendered).toEqual(['one'])
  expect(text()).toBe('full one')
})

test('the fallback stays when the code cannot be loaded, until it can', async () => {
  let isOnline = false
  const { preload, View } = lazyPreloadable(
    () => (isOnline ? Promise.resolve(Full) : Promise.reject(new Error('offline'))),
    Plain,
  )
  const { rerender } = await act(async () => render(<View name="one" />))
  expect(text()).toBe('plain one')
  isOnline = true
  await preload()
  rerender(<View name="two" />)
  expect(text()).toBe('full two')
})

test('an error is readable without the code of the error screen', () => {
  const failure = new Failure('offline', { message: 'The site cannot be reached.' })
  render(<PlainErrorView failure={failure} />)
  expect(screen.getByRole('heading').textContent).toBe('The site cannot be reached.')
  expect(screen.getByRole('link', { name: 'Go back home' }).getAttribute('href')).toBe('/')
})
