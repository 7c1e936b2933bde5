import type { Failure } from '#content/failure.ts'

/** What an error is called, by its status (specification, section 2). */
const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'This Page Doesn’t Exist',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  418: 'I’m a Teapot',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

type Told = Pick<Failure, 'status'>

export const statusOf = ({ status }: Told) => status ?? 500

/** Without an answer there is no status, and nothing is wrong with the page. */
export const hasAnswer = ({ kind }: Pick<Failure, 'kind'>) => kind !== 'offline'

export const titleOf = (failure: Pick<Failure, 'status' | 'kind'>) =>
  hasAnswer(failure) ? (titles[statusOf(failure)] ?? titles[500]!) : 'No Connection'
