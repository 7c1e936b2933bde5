import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { PlainErrorView } from '#src/views/screens/PlainErrorView.tsx'

afterEach(cleanup)

test('an error is readable without the code of the error screen', () => {
  const failure = new Failure('offline', { message: 'The site cannot be reached.' })
  render(<PlainErrorView failure={failure} />)
  expect(screen.getByRole('heading').textContent).toBe('The site cannot be reached.')
  expect(screen.getByRole('link', { name: 'Go back home' }).getAttribute('href')).toBe('/')
})
