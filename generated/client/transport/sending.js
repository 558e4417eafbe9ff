// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import { readRefusal } from './refusal.js'
import { SIGN_IN } from './sign-in.js'

/** Sends a request, and reads a success with `read`. Never rejects. */
export async function attempt(
  wanted,
  at,
  read,
) {
  const { settings } = at.context
  const send = settings.fetch ?? ((...args) => fetch(...args))
  try {
    const response = await send(settings.baseUrl.replace(/\/+$/, '') + wanted.path, {
      method: wanted.method,
      headers: headersOf(wanted, at),
      body: wanted.body,
      signal: at.signal,
    })
    const { headers, status } = response
    if (response.ok) return { value: await read(response), headers, status }
    return { refusal: readRefusal(response, await response.text()) }
  } catch (error) {
    return { lost: error }
  }
}

/** A user and a password in an address. */
const CREDENTIALS = /(?<=:\/\/)[^/@\s]+@/g

/**
 * What is said of a request without a complete reply: where it went, and what went wrong, without
 * passwords.
 */
export function lostMessage({ settings }, error) {
  const { message = String(error), cause } = (error ?? {})
  const { message: why, code } = (cause ?? {})
  const reason = why || code
  const shown = reason === undefined ? message : `${message} (${reason})`
  const said = `No whole reply came from ${settings.baseUrl}: ${shown}`
  return said.replace(CREDENTIALS, '')
}

function headersOf(
  wanted,
  { context, options, payment, signIn },
) {
  const { settings } = context
  const most = options.maxPrice ?? settings.maxPrice
  return {
    ...settings.headers,
    ...options.headers,
    ...(wanted.type === undefined ? {} : { 'content-type': wanted.type }),
    ...(settings.scheme === undefined ? {} : { 'x-payment-scheme': settings.scheme }),
    ...(most === undefined || !wanted.isPaid ? {} : { 'x-max-price': most }),
    ...(payment === undefined ? {} : { 'payment-signature': payment }),
    ...(signIn === undefined ? {} : { [SIGN_IN]: signIn }),
  }
}

const TIMEOUT = 1_800_000
/** Timers cannot run longer, and fire at once if they are asked to. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The signal of a call, from its caller and its time limit. `end` frees both. */
export function limited(
  options,
  settings,
) {
  const control = new AbortController()
  const timeout = options.timeout ?? settings.timeout ?? TIMEOUT
  const giveUp = () => control.abort(new Error(`no result in ${timeout} ms`))
  const timer = timeout > LONGEST_TIMER ? undefined : setTimeout(giveUp, timeout)
  const stop = () => control.abort(options.signal?.reason)
  if (options.signal?.aborted) stop()
  options.signal?.addEventListener('abort', stop, { once: true })
  return {
    signal: control.signal,
    end() {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', stop)
    },
  }
}
