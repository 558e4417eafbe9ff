// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Makes the methods of a client from the operations of the gateway. */
import { answerOf, followed, quoteOf } from './answer.js'
import { jobOf } from './job.js'
import { microUsd } from './money.js'
import { checkName } from './named.js'
import { createPayer } from './payer.js'
import { Purchase } from './purchase.js'
import { requestOf } from './request.js'
import { streamOf } from './stream.js'

/** The client of a gateway: a method for each operation. */
export function makeClient(settings, { operations, assets }) {
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

const systemClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
}

function put(owner, [name, ...rest], method) {
  const known = Object.getOwnPropertyDescriptor(owner, name)?.value
  const value = rest.length === 0 ? method : (known ?? {})
  Object.defineProperty(owner, name, { value, enumerable: true, configurable: true })
  if (rest.length > 0) put(value, rest, method)
}

/** The arguments of a call: the operation's parameters and body, and the options. */
function argumentsOf(operation, args) {
  const params = operation.params ? args[0] : undefined
  const first = operation.params ? 1 : 0
  const body = operation.body ? args[first] : undefined
  const options = (args[first + (operation.body ? 1 : 0)] ?? {})
  return { params, body, options, wanted: wantedOf(operation, { params, body, options }) }
}

async function wantedOf(
  operation,
  {
    params,
    body,
    options,
  },
) {
  checkName(options.idempotencyKey)
  return requestOf(operation, params, body)
}

function methodOf(context, operation) {
  const call = (...args) => {
    const { body, options, wanted } = argumentsOf(operation, args)
    const asked = operation.stream === undefined ? undefined : body?.[operation.stream]
    if (asked === true) return streamOf(context, () => new Purchase(context, options), wanted)
    return answered(context, { operation, options }, (at, report) =>
      wanted.then((request) => answerOf(context, { ...at, report }, request)),
    )
  }
  const quote = (...args) => {
    const { options, wanted } = argumentsOf(operation, args)
    return wanted.then(request => quoteOf(context, options, request))
  }
  const resume = (pollUrl, options = {}) =>
    answered(context, { operation, options }, (at, report) =>
      followed(context, { ...at, report }, pollUrl),
    )
  const own = { ...(operation.paid && { quote }), ...(operation.job && { resume }) }
  for (const [name, value] of Object.entries(own)) Object.defineProperty(call, name, { value })
  return call
}

/** Runs a call to its end. */
function answered(
  context,
  { operation, options },
  run,
) {
  const purchase = new Purchase(context, options)
  const ended = async (report) => {
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
