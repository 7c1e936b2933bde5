/** Whom a message to the hub is for: the readers there are by their roles, each allowed all that those before may read. */
import { type Viewer, anonymous, isEditor } from '#server/http/hono-env.ts'
import { type ReadContext, createReadContext } from '../access/read-context.ts'

const viewers = {
  public: anonymous,
  user: { userId: '', roles: ['ROLE_USER'] },
  editor: { userId: '', roles: ['ROLE_USER', 'ROLE_ADMIN'] },
} satisfies Record<string, Viewer>

export type Audience = keyof typeof viewers
/** What no reader hears: it is told to every server, for what it keeps. */
export type EventAudience = Audience | 'servers'

const audiences = Object.keys(viewers) as Audience[]

/** Which readers somebody is one of. */
export const audienceOf = (viewer: Viewer): Audience =>
  isEditor(viewer) ? 'editor' : viewer.roles.includes('ROLE_USER') ? 'user' : 'public'

/** Whether what is for some readers may be told to others. */
export const includes = (audience: EventAudience, reader: Audience) =>
  audience !== 'servers' && audiences.indexOf(reader) >= audiences.indexOf(audience)

/** What those see who may see the least of an audience. */
export const audienceReadContext = (audience: Audience, now: string): ReadContext =>
  createReadContext(viewers[audience], now)

/** The widest audience that may read something; editors always may. */
export const widestAudience = (
  now: string,
  canRead: (readContext: ReadContext) => boolean,
): Audience => audiences.find((audience) => canRead(audienceReadContext(audience, now))) ?? 'editor'
