import type { Failure } from '#content/model/failure.ts'

/** The title of the error page by HTTP status. */
const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'This Page Doesn’t Exist',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too Long to Be Sent',
  418: 'I’m a Teapot',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

export const noConnection = 'No Connection'

type FailureStatus = Pick<Failure, 'status'>

/** Returns the status of a failure, 500 where it has none. */
export const errorStatusOf = ({ status }: FailureStatus) => status ?? 500

/** False when the server could not be reached, in which case there is no status either. */
export const hasResponse = ({ kind }: Pick<Failure, 'kind'>) => kind !== 'offline'

/** Returns the server's own reason phrase, else the title of the status. */
export const errorTitleOf = (failure: Pick<Failure, 'status' | 'kind' | 'statusMessage'>) =>
  hasResponse(failure)
    ? (failure.statusMessage ?? titles[errorStatusOf(failure)] ?? titles[500]!)
    : noConnection
