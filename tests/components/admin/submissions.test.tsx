import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { FormSubmission, SubmissionList } from '#content/forms/form-submission.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import { isBusy, selectFailure, submissionsMachine } from '#machines/admin/submissions.ts'
import { SubmissionsWithActor } from '#src/admin/submissions/SubmissionsScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(submissionsMachine)
afterEach(cleanup)

const iri = '/_/form_submissions/1'
const submission: FormSubmission = {
  '@id': iri,
  '@type': 'FormSubmission',
  form: '/component/forms/1',
  formType: 'contact_us',
  isTest: true,
  entries: [
    { name: 'contact[email]', label: 'Email address', value: 'ada@people.test' },
    { name: 'contact[message]', label: 'Message', value: '<b>Hello</b>\nagain' },
  ],
  createdAt: '2026-08-01T12:00:00+00:00',
  _metadata: { persisted: true },
}
const list: SubmissionList = { submissions: [submission], total: 41, pages: 3 }
const ofForm = '?form=%2Fcomponent%2Fforms%2F1'
const input = { path: '/blog', search: ofForm }

/** Links elsewhere on the page. */
const destinations = [`/blog${ofForm}&search=goat`, `/blog${ofForm}`]
const follow = ({ location }: { location: Location }) =>
  act(async () => screen.getByRole('link', { name: `to ${hrefOf(location)}` }).click())

const openScreen = ({ search = input.search } = {}) => {
  const reading = controlledPromise<SubmissionList, { search: string }>()
  const deletion = controlledPromise<void, { iri: Iri }>()
  const sending = controlledPromise<void, { form: Iri }>()
  const renewal = controlledPromise<RenewalOutcome, { isBackground: boolean }>()
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp(`/blog${search}`, { payload, inspect: coverage.inspect })
  const submissionsRef = createActor(
    submissionsMachine.provide({
      actors: {
        readSubmissions: reading.logic,
        deleteSubmission: deletion.logic,
        sendTest: sending.logic,
        renewSession: renewal.logic,
      },
    }),
    { input: { ...input, search }, parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <SiteConfigProvider value={defaultSiteConfig}>
        <AppRouter>
          <p>
            {destinations.map((href) => (
              <a key={href} href={href}>
                to {href}
              </a>
            ))}
          </p>
          <SubmissionsWithActor title="Submissions" submissionsRef={submissionsRef} />
        </AppRouter>
      </SiteConfigProvider>
    </AppProvider>,
  )
  return { submissionsRef, reading, deletion, sending, renewal }
}

type OpenScreen = ReturnType<typeof openScreen>

const events = [
  { type: 'location.committed', location: locationOf(destinations[0]!) },
  { type: 'location.committed', location: locationOf(destinations[1]!) },
  { type: 'retry.requested' },
  { type: 'deletion.requested', iri },
  { type: 'deletion.confirmed' },
  { type: 'deletion.canceled' },
  { type: 'test.requested', form: '/component/forms/1' },
  { type: 'xstate.done.actor.readSubmissions', output: list },
  { type: 'xstate.error.actor.readSubmissions', error: new Failure('offline') },
  { type: 'xstate.error.actor.readSubmissions', error: failureFromStatus(401) },
  { type: 'xstate.done.actor.deleteSubmission' },
  { type: 'xstate.error.actor.deleteSubmission', error: new Failure('offline') },
  { type: 'xstate.error.actor.deleteSubmission', error: failureFromStatus(401) },
  { type: 'xstate.done.actor.sendTest' },
  { type: 'xstate.error.actor.sendTest', error: new Failure('offline') },
  { type: 'xstate.error.actor.sendTest', error: failureFromStatus(401) },
  { type: 'xstate.done.actor.renewSession', output: 'renewed' },
  { type: 'xstate.done.actor.renewSession', output: 'declined' },
  { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
] as const

const paths = coveringPaths(
  pathsOf(submissionsMachine, {
    input,
    events,
    distinguishBy: ({ search, list: read, deleted, tested, failure }) => [
      search,
      read !== null,
      deleted,
      tested,
      failure !== null,
    ],
  }),
)

const press = (name: string, within_ = screen.getByRole('main')) =>
  fireEvent.click(within(within_).getByRole('button', { name }))
const question = () => screen.getByRole('alertdialog', { name: 'Delete this submission?' })

const gestures: Record<string, (opened: OpenScreen, event: never) => unknown> = {
  'location.committed': (_, event: { location: Location }) => follow(event),
  'retry.requested': () => press('Try again'),
  'deletion.requested': () => press('Delete'),
  'test.requested': () => press('Send a test'),
  'deletion.confirmed': () => press('Delete', question()),
  'deletion.canceled': () => press('Cancel', question()),
}
const effectOf = ({ reading, deletion, sending, renewal }: OpenScreen, type: string) => {
  if (type.endsWith('readSubmissions')) return reading
  if (type.endsWith('sendTest')) return sending
  return type.endsWith('deleteSubmission') ? deletion : renewal
}

test.each(namedPaths(paths))('%s', async (_, { events: steps, next }) => {
  const opened = openScreen()
  for (const event of steps) {
    const gesture = gestures[event.type]
    if (gesture) await gesture(opened, event as never)
    else await act(async () => effectOf(opened, event.type).settle(event as Answer as never))
  }
  expect(opened.submissionsRef.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByText('Loading…') !== null).toBe(isBusy(next))
  expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
  expect(screen.queryByRole('alertdialog') !== null).toBe(next.matches('confirming'))
})

const read = async (opened: OpenScreen, output = list) =>
  act(async () =>
    opened.reading.settle({ type: 'xstate.done.actor.readSubmissions', output } as never),
  )

test('shows what was entered as text, and when and by which form', async () => {
  await read(openScreen())
  expect(screen.getByRole('status').textContent).toBe('41 submissions')
  const [row] = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(row!.textContent).toContain('Contact us')
  expect(row!.textContent).toContain('Test')
  expect(within(row!).getByText('Email address').nextSibling?.textContent).toBe('ada@people.test')
  expect(within(row!).getByText(/<b>Hello/).textContent).toBe('<b>Hello</b>\nagain')
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(pages.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe(
    `/blog${ofForm}&page=3`,
  )
})

test('searches by the URL, from the first page on, and shows all forms again', async () => {
  const opened = openScreen({ search: '?form=%2Fcomponent%2Fforms%2F1&page=2' })
  await read(opened)
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  fireEvent.change(box, { target: { value: ' goat ' } })
  await act(async () => press('Search'))
  await read(opened)
  expect(opened.reading.calls.at(-1)?.input).toEqual({
    search: '?form=%2Fcomponent%2Fforms%2F1&search=goat',
  })
  const file = screen.getByRole('link', { name: 'Download as CSV' })
  expect(file.getAttribute('href')).toBe(
    '/_api/_/form_submissions.csv?form=%2Fcomponent%2Fforms%2F1&search=goat',
  )
  await act(async () => press('Show all forms'))
  expect(opened.reading.calls.at(-1)?.input).toEqual({ search: '?search=goat' })
})

test.each([
  ['', 'Nothing was sent yet. What visitors send by a form of this site appears here.'],
  ['?search=goat', 'Nothing was found. Try fewer words, or show all forms.'],
])('says that the list of %j is empty', async (search, words) => {
  await read(openScreen({ search }), { submissions: [], total: 0, pages: 0 })
  expect(screen.getByRole('status').textContent).toBe(words)
})

coverage.expectAll()
