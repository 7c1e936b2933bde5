/** The audiences of events: the viewers who may be told about a change, because they may read what has changed. */
import { type Viewer, anonymous, isEditor } from '#server/auth/viewer.ts'
import { type ReadContext, createReadContext } from '../access/read-context.ts'

const viewers = {
  public: anonymous,
  user: { userId: '', roles: ['ROLE_USER'] },
  editor: { userId: '', roles: ['ROLE_USER', 'ROLE_ADMIN'] },
} satisfies Record<string, Viewer>

export type Audience = keyof typeof viewers
/** The audience of an event; that of `servers` reaches no viewer, only other servers, for their caches. */
export type EventAudience = Audience | 'servers'

const audiences = Object.keys(viewers) as Audience[]

/** Returns the audience a viewer belongs to. */
export const audienceOf = (viewer: Viewer): Audience =>
  isEditor(viewer) ? 'editor' : viewer.roles.includes('ROLE_USER') ? 'user' : 'public'

/** Returns true if an event for an audience may be sent to a viewer who belongs to another, or to the same. */
export const includes = (eventAudience: EventAudience, audience: Audience) =>
  eventAudience !== 'servers' && audiences.indexOf(audience) >= audiences.indexOf(eventAudience)

/** Returns the read context of the least privileged viewer of an audience. */
export const audienceReadContext = (audience: Audience, now: string): ReadContext =>
  createReadContext(viewers[audience], now)

/** Returns the widest audience that may read something; editors always may. */
export const widestAudience = (
  now: string,
  canRead: (readContext: ReadContext) => boolean,
): Audience => audiences.find((audience) => canRead(audienceReadContext(audience, now))) ?? 'editor'
