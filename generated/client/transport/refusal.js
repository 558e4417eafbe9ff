// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Reads refusals: the codes and messages of every error envelope, and the challenge of a 402. */
import { decoded, receiptHeader } from './receipt.js'

/** Reads a reply that is not a success. */
export function readRefusal(response, text) {
  const { status, headers } = response
  const body = jsonOf(text)
  const own = isObject(body) ? body : undefined
  const error = isObject(own?.error) ? own.error : undefined
  const requestId = headers.get('x-request-id') ?? undefined
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    status,
    // The gateway names the request in each of its replies; proxies have JSON errors too.
    isOwn: own !== undefined && requestId !== undefined,
    code: textOf(own?.code, error?.code, error?.type) ?? codeOf(status),
    message:
      textOf(own?.message, error?.message, own?.error, own?.details) ?? `HTTP status ${status}`,
    details: own?.details ?? error?.details,
    body,
    requestId,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    challenge: status === 402 ? challengeOf(headers, own) : undefined,
    pollUrl: textOf(own?.poll_url),
    settlement: receiptHeader(headers),
  }
}

/** The code of a refusal that names none. */
const codeOf = (status) => CODES[status] ?? `HTTP_${status}`

const CODES = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  422: 'INVALID_REQUEST',
  429: 'RATE_LIMITED',
}

/**
 * The challenge of a 402. The body is complete; the header omits the parts that only catalogs of
 * services read, and is the one that is signed.
 */
function challengeOf(headers, body) {
  const whole = decoded(headers.get('payment-required')) ?? body
  return isObject(whole) && Array.isArray(whole.accepts) && whole.accepts.length > 0
    ? whole
    : undefined
}

/** The JSON of a text; the text itself if it is not JSON. */
export function jsonOf(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a value is an object and not a list. */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(...values) {
  return values.find((one) => typeof one === 'string' && one !== '')
}
