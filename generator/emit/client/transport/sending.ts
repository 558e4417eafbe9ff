/** Sends one request, once. */
import type { Payer } from './payer.ts'
import { readRefusal, type Refusal } from './refusal.ts'
import { SIGN_IN } from './sign-in.ts'
import type { Wanted } from './request.ts'
import type { Asset, CallOptions, Clock, Settings } from './types.ts'

/** What all calls of a client share. */
export interface Context {
  settings: Settings
  assets: readonly Asset[]
  payer: Payer
  clock: Clock
}

/** The context of a request. */
export interface With {
  context: Context
  options: CallOptions
  signal: AbortSignal
  payment: string | undefined
  /** The header of a sign-in. */
  signIn?: string
}

/** A successful reply and its body. */
export interface Success<T> {
  value: T
  headers: Headers
  status: number
}

/** The end of a request: a success, a refusal, or no complete reply. */
export type Attempt<T> = Success<T> | { refusal: Refusal } | { lost: unknown }

/** Sends a request, and reads a success with `read`. Never rejects. */
export async function attempt<T>(
  wanted: Wanted,
  at: With,
  read: (response: Response) => Promise<T>,
): Promise<Attempt<T>> {
  const { settings } = at.context
  const send = settings.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
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
export function lostMessage({ settings }: Context, error: unknown): string {
  const { message = String(error), cause } = (error ?? {}) as Partial<Error>
  const { message: why, code } = (cause ?? {}) as { message?: string; code?: string }
  const reason = why || code
  const shown = reason === undefined ? message : `${message} (${reason})`
  const said = `No whole reply came from ${settings.baseUrl}: ${shown}`
  return said.replace(CREDENTIALS, '')
}

function headersOf(
  wanted: Wanted,
  { context, options, payment, signIn }: With,
): Record<string, string> {
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
  options: CallOptions,
  settings: Settings,
): { signal: AbortSignal; end(): void } {
  const control = new AbortController()
  const timeout = options.timeout ?? settings.timeout ?? TIMEOUT
  const giveUp = (): void => control.abort(new Error(`no result in ${timeout} ms`))
  const timer = timeout > LONGEST_TIMER ? undefined : setTimeout(giveUp, timeout)
  const stop = (): void => control.abort(options.signal?.reason)
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
