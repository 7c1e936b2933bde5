import { useSelector } from '@xstate/react'
import { tokenIn } from '#content/account/site-setup.ts'
import {
  type SiteSetupRef,
  isDone,
  isExpired,
  isFailed,
  isSaving,
  selectErrors,
  selectFailure,
  selectUsername,
} from '#machines/session/site-setup.ts'
import { siteSetup } from '#src/app/effects/account-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { usePath } from '../../hooks/use-path.ts'
import { textInForm } from '../text-in-form.ts'
import styles from '../CardScreen.module.css'
import { AccountCard, Outcome } from './AccountCard.tsx'

interface SetupProps {
  title: string
  siteSetupRef: SiteSetupRef
}

/** Asks the owner of a new site for an account, a name and the first content. */
export function SetupView({ title }: { title: string }) {
  const siteSetupRef = useViewActor('siteSetup', siteSetup, { token: tokenIn(usePath()) })
  return <SetupWithActor title={title} siteSetupRef={siteSetupRef} />
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function SetupWithActor({ title, siteSetupRef }: SetupProps) {
  const busy = useSelector(siteSetupRef, isSaving)
  const username = useSelector(siteSetupRef, selectUsername)
  const expired = useSelector(siteSetupRef, isExpired)
  const failure = useSelector(siteSetupRef, selectFailure)
  if (useSelector(siteSetupRef, isDone))
    return (
      <AccountCard title={title}>
        <Outcome>Your site is ready, and is opened.</Outcome>
      </AccountCard>
    )
  if (username === null || expired) return <Opening title={title} siteSetupRef={siteSetupRef} />
  return (
    <AccountCard
      title={title}
      busy={busy}
      onSubmit={(form) => siteSetupRef.send({ type: 'setup.submitted', answers: answersIn(form) })}
    >
      <FailureAlert failure={failure} />
      <Fields siteSetupRef={siteSetupRef} username={username} />
      <Button type="submit" variant="solid" busy={busy} className={styles.submit}>
        Set up the site
      </Button>
    </AccountCard>
  )
}

/** Says that the address is being checked, that this has failed, or that it is not valid. */
function Opening({ title, siteSetupRef }: SetupProps) {
  const expired = useSelector(siteSetupRef, isExpired)
  const failed = useSelector(siteSetupRef, isFailed)
  return (
    <AccountCard title={title}>
      <FailureAlert failure={useSelector(siteSetupRef, selectFailure)} />
      {expired ? <Outcome>{expiredMessage}</Outcome> : null}
      {failed ? (
        <Button onClick={() => siteSetupRef.send({ type: 'retry.requested' })}>Try again</Button>
      ) : null}
      {expired || failed ? null : <p role="status">Loading…</p>}
      <noscript>
        This screen needs scripts. Sign in with the password that the server has printed instead.
      </noscript>
    </AccountCard>
  )
}

const expiredMessage =
  'This address is not valid any more, or not complete. If the site is set up already, sign in with your account; otherwise use the address that the server has printed.'

const answersIn = (form: HTMLFormElement) => ({
  siteName: textInForm(form, 'siteName'),
  username: textInForm(form, 'username'),
  emailAddress: textInForm(form, 'emailAddress'),
  password: { first: textInForm(form, 'plainPassword'), second: textInForm(form, 'repeated') },
  content: textInForm(form, 'content') === 'empty' ? ('empty' as const) : ('demo' as const),
})

function Fields({ siteSetupRef, username }: { siteSetupRef: SiteSetupRef; username: string }) {
  const errors = useSelector(siteSetupRef, selectErrors)
  const field = (name: string) => ({
    name,
    error: errors[name],
    required: true,
    onChange: () => siteSetupRef.send({ type: 'answer.changed', name }),
  })
  return (
    <>
      <TextField {...field('siteName')} label="Name of the site" autoComplete="off" />
      <TextField
        {...field('username')}
        label="Your username"
        defaultValue={username}
        autoComplete="username"
      />
      <TextField
        {...field('emailAddress')}
        type="email"
        label="Your email address"
        autoComplete="email"
      />
      <TextField
        {...field('plainPassword')}
        type="password"
        label="Your password"
        autoComplete="new-password"
      />
      <TextField
        name="repeated"
        type="password"
        label="Repeat the password"
        autoComplete="new-password"
        required
      />
      <ContentChoice />
    </>
  )
}

const ContentChoice = () => (
  <fieldset className={styles.choice}>
    <legend>Begin with</legend>
    <label>
      <input type="radio" name="content" value="demo" defaultChecked /> The demo content, to look
      around
    </label>
    <label>
      <input type="radio" name="content" value="empty" /> An empty home page
    </label>
  </fieldset>
)
