/** What people are written, in words worth reading. */
import type { MailContent } from './mailer.ts'

interface Words {
  subject: string
  greeting: string
  paragraphs: string[]
  button?: { label: string; link: string }
  /** What to do when it was not they who asked. */
  otherwise?: string
}

/** To whom, and about which site. */
export interface TemplateContext {
  username: string
  site: string
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter]!)

const textOf = ({ greeting, paragraphs, button, otherwise }: Words, site: string) =>
  [
    greeting,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...(otherwise ? [otherwise] : []),
    `— ${site}`,
  ].join('\n\n')

const paragraph = (html: string, style = 'margin:0 0 16px') => `<p style="${style}">${html}</p>`

const htmlOf = ({ subject, greeting, paragraphs, button, otherwise }: Words, site: string) => {
  const action = button && {
    link: `<a href="${escape(button.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escape(button.label)}</a>`,
    plain: `<a href="${escape(button.link)}" style="color:#1c4ed8;word-break:break-all">${escape(button.link)}</a>`,
  }
  const body = [
    paragraph(escape(greeting)),
    ...paragraphs.map((words) => paragraph(escape(words))),
    ...(action
      ? [
          paragraph(action.link, 'margin:24px 0'),
          paragraph(`If the button does not work, open this address: ${action.plain}`),
        ]
      : []),
    ...(otherwise ? [paragraph(escape(otherwise), 'margin:0 0 16px;color:#57534e')] : []),
    paragraph(escape(site), 'margin:32px 0 0;color:#57534e'),
  ]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#f5f5f4">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;color:#1c1917;font:16px/1.5 system-ui,sans-serif">
${body.join('\n')}
</div>
</body>
</html>
`
}

const written = (site: string, words: Words): MailContent => ({
  subject: words.subject,
  text: textOf(words, site),
  html: htmlOf(words, site),
})

const hello = ({ username }: TemplateContext) => `Hello ${username},`

export const verifyEmail = (about: TemplateContext, link: string) =>
  written(about.site, {
    subject: `Confirm your email address for ${about.site}`,
    greeting: hello(about),
    paragraphs: [
      `there is an account for you at ${about.site}. Confirm that this address is yours, and you can sign in.`,
      'The link works once, for a week.',
    ],
    button: { label: 'Confirm my address', link },
    otherwise: 'If you know nothing of this account, leave this mail alone and nothing happens.',
  })

export const resetPassword = (about: TemplateContext, link: string) =>
  written(about.site, {
    subject: `Choose a new password for ${about.site}`,
    greeting: hello(about),
    paragraphs: [
      `somebody, hopefully you, asked for a new password for your account at ${about.site}.`,
      'The link works once, for an hour. Your old password stays valid until you have chosen a new one.',
    ],
    button: { label: 'Choose a new password', link },
    otherwise: 'If it was not you, leave this mail alone: your password stays as it is.',
  })

export const confirmNewEmail = (about: TemplateContext, link: string) =>
  written(about.site, {
    subject: `Confirm your new email address for ${about.site}`,
    greeting: hello(about),
    paragraphs: [
      `from now on mail from ${about.site} shall come to this address. Confirm that it is yours.`,
      'The link works once, for a day. Until then the old address stays.',
    ],
    button: { label: 'Confirm my new address', link },
    otherwise: 'If you have no account there, somebody mistyped theirs: leave this mail alone.',
  })

export const newEmailRequested = (about: TemplateContext, newEmail: string) =>
  written(about.site, {
    subject: `Your email address at ${about.site} is about to change`,
    greeting: hello(about),
    paragraphs: [
      `you asked to use ${newEmail} instead of this address. It changes as soon as that address is confirmed.`,
    ],
    otherwise: 'If it was not you, sign in and change your password: somebody else may know it.',
  })

export const passwordChanged = (about: TemplateContext) =>
  written(about.site, {
    subject: `Your password for ${about.site} was changed`,
    greeting: hello(about),
    paragraphs: [
      'your password was changed, and you were signed out wherever you were signed in with the old one.',
    ],
    otherwise: `If it was not you, ask for a new password at ${about.site} at once.`,
  })

export const usernameChanged = (about: TemplateContext) =>
  written(about.site, {
    subject: `Your username at ${about.site} was changed`,
    greeting: hello(about),
    paragraphs: [`your username is ${about.username} now. Your password is the same as before.`],
  })

export const accountEnabled = (about: TemplateContext) =>
  written(about.site, {
    subject: `Your account at ${about.site} is open`,
    greeting: hello(about),
    paragraphs: ['your account was enabled. You can sign in.'],
  })
