/** Makes the methods of a client from the operations of the gateway. */
import { answerOf, followed, quoteOf, type Report } from './answer.ts'
import { jobOf } from './job.ts'
import { microUsd } from './money.ts'
import { checkName } from './named.ts'
import { createPayer } from './payer.ts'
import { Purchase } from './purchase.ts'
import { requestOf, type Wanted } from './request.ts'
import type { Context } from './sending.ts'
import { streamOf } from './stream.ts'
import type { Asset, CallOptions, Clock, MaybePaid, Operation, Settings } from './types.ts'

/** The operations and the assets of a gateway. */
export interface Sold {
  operations: readonly Operation[]
  assets: readonly Asset[]
}

/** The client of a gateway: a method for each operation. */
export function makeClient(settings: Settings, { operations, assets }: Sold): object {
  if (settings.maxPrice !== undefined) microUsd(settings.maxPrice)
  const clock = settings.clock ?? systemClock
  const context = { settings, assets, clock, payer: createPayer(settings, clock, assets) }
  const client = {}
  // Names that begin others come first: `a.b` may be a method that has `a.b.c`.
  const sorted = [...operations].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const operation of sorted)
    put(client, operation.name.split('.'), methodOf(context, operation))
  return client
}

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
}

function put(owner: object, [name, ...rest]: readonly string[], method: object): void {
  const known = Object.getOwnPropertyDescriptor(owner, name!)?.value as object | undefined
  const value = rest.length === 0 ? method : (known ?? {})
  Object.defineProperty(owner, name!, { value, enumerable: true, configurable: true })
  if (rest.length > 0) put(value, rest, method)
}

/** The arguments of a call: the operation's parameters and body, and the options. */
function argumentsOf(operation: Operation, args: readonly unknown[]) {
  const params = operation.params ? (args[0] as Record<string, unknown> | undefined) : undefined
  const first = operation.params ? 1 : 0
  const body = operation.body ? args[first] : undefined
  const options = (args[first + (operation.body ? 1 : 0)] ?? {}) as CallOptions
  return { params, body, options, wanted: wantedOf(operation, { params, body, options }) }
}

async function wantedOf(
  operation: Operation,
  {
    params,
    body,
    options,
  }: { params?: Record<string, unknown>; body: unknown; options: CallOptions },
): Promise<Wanted> {
  checkName(options.idempotencyKey)
  return requestOf(operation, params, body)
}

function methodOf(context: Context, operation: Operation): object {
  const call = (...args: unknown[]): unknown => {
    const { body, options, wanted } = argumentsOf(operation, args)
    const asked = operation.stream === undefined ? undefined : (body as never)?.[operation.stream]
    if (asked === true) return streamOf(context, () => new Purchase(context, options), wanted)
    return answered(context, { operation, options }, (at, report) =>
      wanted.then((request: Wanted) => answerOf(context, { ...at, report }, request)),
    )
  }
  const quote = (...args: unknown[]) => {
    const { options, wanted } = argumentsOf(operation, args)
    return wanted.then(request => quoteOf(context, options, request))
  }
  const resume = (pollUrl: string, options: CallOptions = {}) =>
    answered(context, { operation, options }, (at, report) =>
      followed(context, { ...at, report }, pollUrl),
    )
  const own = { ...(operation.paid && { quote }), ...(operation.job && { resume }) }
  for (const [name, value] of Object.entries(own)) Object.defineProperty(call, name, { value })
  return call
}

/** Runs a call to its end. */
function answered(
  context: Context,
  { operation, options }: { operation: Operation; options: CallOptions },
  run: (
    at: { purchase: Purchase; options: CallOptions },
    report: Report,
  ) => Promise<MaybePaid<unknown>>,
): Promise<unknown> {
  const purchase = new Purchase(context, options)
  const ended = async (report: Report): Promise<MaybePaid<unknown>> => {
    try {
      const result = await run({ purchase, options }, report)
      purchase.end()
      return result
    } catch (error) {
      purchase.end(error)
      throw error
    }
  }
  return operation.job ? jobOf(purchase, ended) : ended(() => undefined)
}
