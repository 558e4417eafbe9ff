/** Formats amounts, times and errors for people. */

/** Formats micro-USD as USD: `22000n` is `0.022`. */
export function usd(micro: bigint): string {
  const text = micro.toString().padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`.replace(/0{1,4}$/, '')
}

/** Formats a duration in ms: `71 ms`, `10.2 s`. */
export const took = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

/** Formats a value on one line; long values and data URIs are cut. */
export function short(value: unknown, length = 400): string {
  const cut = (text: string, at: number): string =>
    text.length > at ? `${text.slice(0, at)}… (${text.length} characters)` : text
  if (typeof value === 'string') return cut(value, length)
  const text = JSON.stringify(value, (_, item) =>
    typeof item === 'string' && item.startsWith('data:') ? cut(item, 40) : item,
  )
  return cut(text ?? '', length)
}

/** Describes an error body: its error, code, details and hint, each once. */
export function why(body: any): string {
  if (typeof body !== 'object' || body === null) return short(body)
  const error =
    typeof body.error === 'object' && body.error !== null
      ? body.error
      : { message: body.error, code: undefined }
  const details = Array.isArray(body.details) ? body.details.map(issue).join('; ') : body.details
  // The message often repeats the error with more detail.
  const isLonger =
    typeof error.message === 'string' &&
    typeof body.message === 'string' &&
    body.message.startsWith(error.message)
  const first = isLonger ? body.message : error.message
  const parts = [first, body.message, details, body.hint]
    .filter(part => part !== undefined && part !== null && part !== '')
    .map(part => short(part, 900).replace(/\.$/, ''))
  const text = parts.length > 0 ? withoutRepeats(parts).join(': ') : short(body)
  const code: unknown = body.code ?? error.code
  const isShown = typeof code === 'string' && !text.split(/\W+/).includes(code)
  return isShown || typeof code === 'number' ? `${text} (${code})` : text
}

/** Removes each text that another one contains. */
function withoutRepeats(texts: readonly string[]): string[] {
  return texts.filter(
    (text, at) =>
      !texts.some(
        (other, place) =>
          place !== at && other.includes(text) && (other.length > text.length || place < at),
      ),
  )
}

/** Describes a refusal before any payment. A page instead of JSON comes from a proxy. */
export function refusalOf({ status, statusText, headers }: Response, body: unknown): string {
  if (headers.get('content-type')?.startsWith('text/html')) {
    const from = headers.get('server') ?? 'a server in front of the gateway'
    return `${status} ${statusText}\nNothing was charged: ${from} refused this, not the gateway.`
  }
  const reason = why(body)
  const text = reason.startsWith(statusText) ? reason : `${statusText}: ${reason}`
  return `${status} ${text}\nNothing was charged: the gateway refused this before any payment.`
}

/** Describes one problem of a request. */
const issue = (one: any): string =>
  typeof one?.message === 'string' ? `${one.path} ${one.message}`.trim() : short(one)
