/** The emails that the server sends, as text and as HTML. */
import type { SubmittedEntry } from '#content/forms/form-submission.ts'
import { escapeHtml } from '#content/escape-html.ts'
import type { MailContent } from './mailer.ts'

interface TemplateParts {
  subject: string
  greeting: string
  paragraphs: string[]
  button?: { label: string; link: string }
  /** The advice for a recipient who did not ask for the mail. */
  disclaimer?: string
}

/** The recipient's username and the site's name. */
export interface TemplateContext {
  username: string
  site: string
}

const textOf = ({ greeting, paragraphs, button, disclaimer }: TemplateParts, site: string) =>
  [
    greeting,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...(disclaimer ? [disclaimer] : []),
    `— ${site}`,
  ].join('\n\n')

const paragraph = (html: string, style = 'margin:0 0 16px') => `<p style="${style}">${html}</p>`

/** Returns the paragraphs of a link as a button, and as its address for mail programs that show no button. */
const buttonOf = ({ label, link }: NonNullable<TemplateParts['button']>) => {
  const href = escapeHtml(link)
  const button = `<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a>`
  const plain = `<a href="${href}" style="color:#1c4ed8;word-break:break-all">${href}</a>`
  return [
    paragraph(button, 'margin:24px 0'),
    paragraph(`If the button does not work, open this link: ${plain}`),
  ]
}

const htmlOf = (
  { subject, greeting, paragraphs, button, disclaimer }: TemplateParts,
  site: string,
) => {
  const body = [
    paragraph(escapeHtml(greeting)),
    ...paragraphs.map((paragraphText) => paragraph(escapeHtml(paragraphText))),
    ...(button ? buttonOf(button) : []),
    ...(disclaimer ? [paragraph(escapeHtml(disclaimer), 'margin:0 0 16px;color:#57534e')] : []),
    paragraph(escapeHtml(site), 'margin:32px 0 0;color:#57534e'),
  ]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f5f5f4">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;color:#1c1917;font:16px/1.5 system-ui,sans-serif">
${body.join('\n')}
</div>
</body>
</html>
`
}

const renderEmail = (site: string, parts: TemplateParts): MailContent => ({
  subject: parts.subject,
  text: textOf(parts, site),
  html: htmlOf(parts, site),
})

const greetingFor = ({ username }: TemplateContext) => `Hello ${username},`

/** Returns the mail to a new user with the link that confirms the address. */
export const emailVerification = (context: TemplateContext, link: string) =>
  renderEmail(context.site, {
    subject: `Confirm your email address for ${context.site}`,
    greeting: greetingFor(context),
    paragraphs: [
      `An account was created for you at ${context.site}. Confirm your email address to sign in.`,
      'The link is valid for one week and can be used once.',
    ],
    button: { label: 'Confirm email address', link },
    disclaimer: 'If you did not create an account, you can ignore this email.',
  })

/** Returns the mail with the link to choose a new password. */
export const passwordReset = (context: TemplateContext, link: string) =>
  renderEmail(context.site, {
    subject: `Choose a new password for ${context.site}`,
    greeting: greetingFor(context),
    paragraphs: [
      `We received a request to reset the password of your account at ${context.site}.`,
      'The link is valid for one hour and can be used once. Your current password works until you choose a new one.',
    ],
    button: { label: 'Choose a new password', link },
    disclaimer:
      'If you did not ask for this, you can ignore this email. Your password stays the same.',
  })

/** Returns the mail to somebody for whom a super admin has made an account, with the link to choose its password. */
export const invitation = (context: TemplateContext, link: string) =>
  renderEmail(context.site, {
    subject: `You are invited to ${context.site}`,
    greeting: greetingFor(context),
    paragraphs: [
      `An account was created for you at ${context.site}. Choose a password to sign in for the first time.`,
      `Your username is ${context.username}. You can sign in with it or with this email address.`,
      'The link is valid for one week and can be used once. After that, you get another one with “Forgot your password?” on the screen for signing in.',
    ],
    button: { label: 'Choose a password', link },
    disclaimer: 'If you do not know what this is about, you can ignore this email.',
  })

/** Returns the mail to a new address with the link that confirms it. */
export const newEmailConfirmation = (context: TemplateContext, link: string) =>
  renderEmail(context.site, {
    subject: `Confirm your new email address for ${context.site}`,
    greeting: greetingFor(context),
    paragraphs: [
      `You asked to use this email address for your account at ${context.site}. Confirm it to complete the change.`,
      'The link is valid for one day and can be used once. Until then your old address stays in use.',
    ],
    button: { label: 'Confirm new address', link },
    disclaimer:
      'If you do not have an account with us, someone may have mistyped their address. You can ignore this email.',
  })

/** Returns the notification to the old address that a change was requested. */
export const newEmailRequested = (context: TemplateContext, newEmail: string) =>
  renderEmail(context.site, {
    subject: `Your email address at ${context.site} is about to change`,
    greeting: greetingFor(context),
    paragraphs: [
      `You asked to change your email address to ${newEmail}. The change takes effect when the new address is confirmed.`,
    ],
    disclaimer:
      'If you did not ask for this, sign in and change your password: someone else may know it.',
  })

/** Returns the notification of a changed password. */
export const passwordChanged = (context: TemplateContext) =>
  renderEmail(context.site, {
    subject: `Your password for ${context.site} was changed`,
    greeting: greetingFor(context),
    paragraphs: ['Your password was changed, and you were signed out on all other devices.'],
    disclaimer: `If you did not change it, reset your password at ${context.site} right away.`,
  })

/** Returns the notification of a changed username; the context has the new one. */
export const usernameChanged = (context: TemplateContext) =>
  renderEmail(context.site, {
    subject: `Your username at ${context.site} was changed`,
    greeting: greetingFor(context),
    paragraphs: [`Your username is now ${context.username}. Your password has not changed.`],
  })

/** Returns the notification that signing in needs a code from now on. */
export const twoFactorTurnedOn = (context: TemplateContext) =>
  renderEmail(context.site, {
    subject: `Two-factor sign-in for ${context.site} was turned on`,
    greeting: greetingFor(context),
    paragraphs: [
      'From now on, signing in needs a code of your authenticator app, and you were signed out on all other devices.',
    ],
    disclaimer: `If you did not turn it on, ask an administrator of ${context.site} for help right away: someone else knows your password.`,
  })

/** Returns the notification that signing in needs no code any more. */
export const twoFactorTurnedOff = (context: TemplateContext) =>
  renderEmail(context.site, {
    subject: `Two-factor sign-in for ${context.site} was turned off`,
    greeting: greetingFor(context),
    paragraphs: ['From now on, your password alone signs you in.'],
    disclaimer:
      'If neither you nor an administrator whom you have asked did this, change your password and turn it on again.',
  })

/** Returns the notification that an account was activated. */
export const accountEnabled = (context: TemplateContext) =>
  renderEmail(context.site, {
    subject: `Your account at ${context.site} is active`,
    greeting: greetingFor(context),
    paragraphs: ['Your account has been activated. You can sign in now.'],
  })

/** Returns the mail by which a super admin finds out whether mails arrive. */
export const testMail = (context: TemplateContext) =>
  renderEmail(context.site, {
    subject: `Test mail from ${context.site}`,
    greeting: greetingFor(context),
    paragraphs: [`You asked for this mail in the settings of ${context.site}: its mails arrive.`],
  })

interface FormSubmittedOptions {
  site: string
  /** The name of the form. */
  form: string
  isTest: boolean
  entries: readonly SubmittedEntry[]
}

/** Returns the mail to a recipient of a form with what was entered. */
export const formSubmitted = ({ site, form, isTest, entries }: FormSubmittedOptions) =>
  renderEmail(site, {
    subject: `${isTest ? 'Test of the form' : 'New message by the form'} “${form}” at ${site}`,
    greeting: 'Hello,',
    paragraphs: [
      isTest
        ? `An editor has sent this test of the form “${form}” at ${site}.`
        : `Somebody has filled in the form “${form}” at ${site}.`,
      ...entries.map(({ label, value }) => `${label}: ${value}`),
    ],
  })
