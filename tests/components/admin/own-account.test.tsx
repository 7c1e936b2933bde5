import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { AccountFacts } from '#src/admin/account/AccountFacts.tsx'
import { useOwnTitle } from '#src/admin/account/use-own-title.ts'
import { useAnonymousContent } from '#src/admin/resources/use-anonymous-content.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'

afterEach(cleanup)

const account = (emailAddressVerified: boolean) => ({
  '@id': '/users/1',
  '@type': 'User',
  username: 'ada',
  emailAddress: 'ada@people.test',
  emailAddressVerified,
  _metadata: { persisted: true },
})

test.each([
  [true, 'ada@people.test (confirmed)'],
  [false, 'ada@people.test (not confirmed yet)'],
])('shows the name and the present address of an account: confirmed %s', (isVerified, address) => {
  render(<AccountFacts account={account(isVerified)} />)
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'ada',
    address,
  ])
})

function Titled({ isOwn }: { isOwn: boolean }) {
  useOwnTitle(isOwn)
  return null
}

test('names the document after the own account, not after that of others', () => {
  const site = { ...defaultSiteConfig, siteName: 'The Harbour', concatTitle: true }
  const show = (isOwn: boolean) =>
    render(
      <SiteConfigProvider value={site}>
        <Titled isOwn={isOwn} />
      </SiteConfigProvider>,
    )
  document.title = 'User'
  show(false)
  expect(document.title).toBe('User')
  show(true)
  expect(document.title).toBe('My account | The Harbour')
})

function Picture({ hasMore }: { hasMore: boolean }) {
  return (
    <div ref={useAnonymousContent()} data-testid="picture">
      <main id="main">{hasMore ? <p id="later" /> : null}</main>
    </div>
  )
}

test('the picture of a page has no landmark and no ids, also of what is loaded later', async () => {
  const { rerender } = render(<Picture hasMore={false} />)
  const picture = screen.getByTestId('picture')
  expect(screen.queryByRole('main')).toBeNull()
  await act(async () => rerender(<Picture hasMore />))
  expect(picture.querySelector('p')).not.toBeNull()
  expect(picture.querySelectorAll('[id]')).toHaveLength(0)
})
