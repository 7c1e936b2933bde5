/** Defines who is responsible for a change, as the audit log names them. */
import type { Viewer } from '../auth/viewer.ts'

export interface Actor {
  /** The id of the account; null for a visitor and for the server itself. */
  userId: string | null
  username: string | null
  /** The address of the client, or one of the places below. */
  place: string
}

/** The place of what the server does by itself, such as scheduled publishing. */
export const serverActor: Actor = { userId: null, username: null, place: 'server' }

/** The place of what somebody does by `npm run admin`, which does not know their account. */
export const commandLineActor: Actor = { userId: null, username: null, place: 'command line' }

/** Returns the actor of a viewer's change; the server itself for a viewer without a name. */
export const actorOf = ({ userId, username, address }: Viewer): Actor =>
  username === undefined ? serverActor : { userId, username, place: address ?? serverActor.place }
