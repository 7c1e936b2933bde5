import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { watchPreloads } from '#src/app/browser/stale-build.ts'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'

afterEach(cleanup)

interface Props {
  name: string
}

const View = ({ name }: Props) => <p>{name} is here</p>
const Missing = ({ name, onRetry }: Props & Retryable) => (
  <button onClick={onRetry}>{name} is missing</button>
)

/** A view whose code the test loads, or fails to. */
const setUp = () => {
  const attempts: { resolve: (view: typeof View) => void; reject: (error: Error) => void }[] = []
  const Lazy = lazyView<Props>(
    () => new Promise((resolve, reject) => attempts.push({ resolve, reject })),
    { Loading: ({ name }) => <p>{name} is loading</p>, Missing },
  )
  const rendered = render(<Lazy name="List" />)
  return {
    attempts,
    ...rendered,
    Lazy,
    load: () => act(async () => attempts.at(-1)!.resolve(View)),
    fail: () => act(async () => attempts.at(-1)!.reject(new Error('Unable to preload CSS'))),
  }
}

const text = () => document.body.textContent

test('is loaded once', async () => {
  const { load, attempts, rerender, Lazy } = setUp()
  expect(text()).toBe('List is loading')
  await load()
  expect(text()).toBe('List is here')
  rerender(<Lazy name="Other" />)
  expect(text()).toBe('Other is here')
  expect(attempts).toHaveLength(1)
})

test('is missing where its code could not be loaded, and is loaded again on request', async () => {
  const { load, fail, attempts } = setUp()
  await fail()
  await userEvent.click(screen.getByRole('button', { name: 'List is missing' }))
  expect(text()).toBe('List is loading')
  await fail()
  await userEvent.click(screen.getByRole('button', { name: 'List is missing' }))
  await load()
  expect(text()).toBe('List is here')
  expect(attempts).toHaveLength(3)
})

test('is loaded again once the network returns', async () => {
  const { load, fail, attempts } = setUp()
  await fail()
  act(() => void dispatchEvent(new Event('online')))
  await load()
  expect(text()).toBe('List is here')
  act(() => void dispatchEvent(new Event('online')))
  expect(attempts).toHaveLength(2)
})

test('is loaded again when it is rendered the next time', async () => {
  const { load, fail, attempts, rerender, Lazy } = setUp()
  await fail()
  rerender(<p>Closed</p>)
  rerender(<Lazy name="List" />)
  expect(text()).toBe('List is loading')
  await load()
  expect(text()).toBe('List is here')
  expect(attempts).toHaveLength(2)
})

test('requests the stylesheets again that could not be loaded, and no others', async () => {
  const stop = watchPreloads(() => {})
  const { fail } = setUp()
  const [lost, loading] = [document.createElement('link'), document.createElement('link')]
  document.head.append(lost, loading)
  lost.dispatchEvent(new Event('error'))
  await fail()
  await userEvent.click(screen.getByRole('button', { name: 'List is missing' }))
  expect([lost.isConnected, loading.isConnected]).toEqual([false, true])
  expect(document.head.querySelectorAll('link')).toHaveLength(2)
  stop()
})
