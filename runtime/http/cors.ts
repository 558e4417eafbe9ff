/**
 * CORS replies: browsers may pay and may read every payment header. There are no cookies, so any
 * origin may call.
 */

const EXPOSED = [
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-Payment-Required',
  'X-Payment-Response',
  'X-Payment-Receipt',
  'WWW-Authenticate',
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Source',
  '*',
].join(', ')

const ALLOWED = [
  'PAYMENT-SIGNATURE',
  'X-Payment',
  'Content-Type',
  'Accept',
  'Authorization',
  'Access-Control-Expose-Headers',
  'X-Signed-Offers',
]

/** Headers of every reply. */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
}

/** The reply to a preflight: allows the requested headers if they are valid tokens. */
export function preflightHeaders(asked: string | undefined): Record<string, string> {
  const wanted = (asked ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name))
  const known = new Set(ALLOWED.map(name => name.toLowerCase()))
  const allowed = [
    ...ALLOWED,
    ...wanted.slice(0, 50).filter(name => !known.has(name.toLowerCase())),
  ]
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers': allowed.join(', '),
    'access-control-expose-headers': EXPOSED,
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  }
}
