/** The reason phrases that servers send unasked (RFC 9110, section 15, and what was registered before and since). */
const standardPhrases = new Set(
  [
    'Bad Request,Unauthorized,Payment Required,Forbidden,Not Found,Method Not Allowed,Not Acceptable',
    'Proxy Authentication Required,Request Timeout,Conflict,Gone,Length Required,Precondition Failed',
    'Payload Too Large,Content Too Large,Request Entity Too Large,URI Too Long,Unsupported Media Type',
    'Range Not Satisfiable,Expectation Failed,Misdirected Request,Unprocessable Entity',
    'Unprocessable Content,Locked,Failed Dependency,Too Early,Upgrade Required,Precondition Required',
    'Too Many Requests,Request Header Fields Too Large,Unavailable For Legal Reasons,I’m a Teapot',
    "I'm a Teapot,Internal Server Error,Not Implemented,Bad Gateway,Service Unavailable",
    'Service Temporarily Unavailable,Gateway Timeout,Gateway Time-out,HTTP Version Not Supported',
    'Variant Also Negotiates,Insufficient Storage,Loop Detected,Network Authentication Required,OK',
  ]
    .join()
    .toLowerCase()
    .split(','),
)

/** Returns a reason phrase that a server has chosen itself, or undefined for a standard one and for none. */
export const customReasonPhrase = (phrase: string) =>
  phrase && !standardPhrases.has(phrase.toLowerCase()) ? phrase : undefined
