/**
 * A gateway that dies by SIGKILL at the n-th thing it does to the outside, or in which a purchase
 * stops there until it is killed: run by `launch.mjs`, with orders over IPC from `mortal.ts`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { catalog } from '../../generated/index.ts'
import { assemble } from '../../runtime/assemble.ts'
import type { Dependencies } from '../../runtime/gateway.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import type { Change } from '../../runtime/store/store.ts'

/**
 * What the parent sends: when to die, at which of its steps the purchase of a header stops, which
 * step never to take or to end, that it waits until the gateway is idle, or whose record it wants.
 */
export type Order =
  | { dieAfter: number; at?: string }
  | { stopAfter: number; at?: string; header: string }
  | { hold: string }
  | { tellWhenIdle: true }
  | { recordOf: string }

/** Where a purchase stopped. Nothing else can be settled while it does so in its settlement. */
export interface Stop {
  place: string
  isSettling: boolean
}

/** What a payment record says of its end. */
export type RecordFacts = Pick<PaymentRecord, 'state' | 'amount' | 'charged' | 'reason'>

/** Ms without a step after which a purchase is over: a deferred write waits for half of that. */
const IDLE = 100
/** The inline window of jobs, ms: a job whose gateway died is answered when it has passed. */
const INLINE = 2_000

/** The step that changes nothing yet: most of them follow what another step has done. */
const COMMIT = 'before store.commit'
const SETTLER = 'settler'

const env = JSON.parse(process.env.GATEWAY_ENV!) as Record<string, string>

/** What counts steps, and how many are left. */
interface Count {
  /** 0 while nothing is to happen. */
  left: number
  /** The only kind of step that counts; every one where there is none. */
  at?: string | undefined
  /**
   * Whether a death now leaves what a death at the last step left: nothing has been done to the
   * outside since, nor has a caller been given a result.
   */
  isSame: boolean
  /** Steps that have begun and not ended. */
  open: number
}

/** The steps of the process, and the time of the last beginning or end. */
const steps = { left: 0, isSame: false, open: 0, last: performance.now() } as Count & {
  last: number
}

/** A purchase that stops: nothing that it began goes on. */
interface Stopping extends Count {
  settling: number
  isStopped: boolean
}
const stopping = new Map<string, Stopping>()
/** The purchase on whose behalf something is done, if it is one that stops. */
const purchase = new AsyncLocalStorage<Stopping | undefined>()
const purchaseOf = ({ headers }: IncomingMessage): Stopping | undefined =>
  stopping.get(String(headers['payment-signature']))
subscribe('http.server.request.start', message =>
  purchase.enterWith(purchaseOf((message as { request: IncomingMessage }).request)),
)

/** The step that is not taken, or whose end nobody learns. */
let held: string | undefined
subscribe('http.server.response.finish', message => {
  const { request, response } = message as any
  if (response.statusCode !== 200) return
  steps.isSame = false
  const own = purchaseOf(request)
  if (own) own.isSame = false
})

const never = (): Promise<void> => new Promise(() => undefined)

/** Whether this is the step that was waited for. */
function isReached(count: Count, what: string): boolean {
  const isPlace = count.at !== undefined || !count.isSame || count.open > 0 || what !== COMMIT
  count.isSame = what.startsWith('after') && !what.endsWith('stream')
  if (!isPlace || count.left === 0 || (count.at !== undefined && count.at !== what)) return false
  return --count.left === 0
}

/**
 * Dies at this step, or never goes on, if so ordered. `closer` is a narrower name of the step.
 */
async function step(what: string, closer = what): Promise<void> {
  const own = purchase.getStore()
  if (own?.isStopped) return never()
  steps.last = performance.now()
  if (held === closer) {
    held = undefined
    process.send!({ held: closer })
    await never()
  }
  if (isReached(steps, what)) {
    process.send!({ died: what })
    process.kill(process.pid, 'SIGKILL')
  }
  if (own === undefined || !isReached(own, what)) return
  own.isStopped = true
  steps.open -= own.open
  process.send!({ stopped: { place: what, isSettling: own.settling > 0 } })
  await never()
}

/** Counts that something begins (1) or ends (-1), unless its purchase has stopped. */
function count(by: 1 | -1, label: string): void {
  const own = purchase.getStore()
  if (own?.isStopped) return
  steps.open += by
  if (own) own.open += by
  if (own && label === SETTLER) own.settling += by
}

/** The state of the payment record that a commit writes, as a part of the step's name. */
function stateIn(changes: unknown): string {
  const found = (Array.isArray(changes) ? (changes as Change[]) : []).find(
    change => change.in === 'payments' && change.do !== 'remove',
  )
  return found === undefined ? '' : ` ${((found as { doc: unknown }).doc as PaymentRecord).state}`
}

/**
 * Dies before or after each use of these methods. The objects are changed in place: every part
 * shares them.
 */
function mine<T extends object>(part: T, names: readonly (keyof T)[], label: string): void {
  for (const name of names) {
    const real = part[name] as (...args: unknown[]) => unknown
    part[name] = (async (...args: unknown[]) => {
      const what = `${label}.${String(name)}`
      const closer = what + stateIn(args[0])
      await step(`before ${what}`, `before ${closer}`)
      // Something else that the purchase does at the same time may have stopped it meanwhile.
      if (purchase.getStore()?.isStopped) await never()
      count(1, label)
      try {
        const given = await real.apply(part, args)
        await step(`after ${what}`, `after ${closer}`)
        return given
      } finally {
        count(-1, label)
      }
    }) as T[keyof T]
  }
}

let own: Dependencies
function mineParts(parts: Dependencies): Partial<Dependencies> {
  own = parts
  mine(parts.store, ['commit'], 'store')
  mine(parts.upstreams, ['call', 'stream'], 'upstreams')
  mine(parts.paymentScheme.backend, ['settle'], SETTLER)
  if (parts.mirror) mine(parts.mirror, ['mirror'], 'mirror')
  return {}
}

/** The catalog with so many free results of an address in a day on each of its routes. */
function withQuota(of: typeof catalog, max: number): typeof catalog {
  const free = { name: 'free', max, per: 86_400_000, by: 'ip', style: 'reset' } as const
  return {
    ...of,
    limits: { ...of.limits, free },
    routes: of.routes.map(route => ({ ...route, quota: { names: ['free'] } })),
  }
}

/** Sells the routes of some paths, because to compile all of them takes half of the start. */
function routesOf(paths: readonly string[]): typeof catalog {
  const routes = catalog.routes.filter(({ path }) => paths.includes(path))
  for (const { flow, job } of routes)
    if (flow === 'hybrid_job') (job as { inline: number }).inline = INLINE
  const own = Number(process.env.FREE_RESULTS)
  if (own > 0) return withQuota({ ...catalog, routes }, own)
  // Upstreams on loopback count polls, not time.
  for (const { poll } of Object.values(catalog.calls))
    if (poll) (poll as { every: number }).every = 20
  // What a dead process began is undone once its calls must be over.
  const most = Number(process.env.MOST_MS)
  if (most > 0)
    for (const one of Object.values(catalog.calls))
      (one as { timeout: number }).timeout = Math.min(one.timeout, most)
  return { ...catalog, routes }
}

/** Reports the record of a payment header, as the store has it. */
async function reportRecord(header: string): Promise<void> {
  const decoded = own.paymentScheme.decode(header)
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  const stored = await own.store.get<PaymentRecord>('payments', decoded.payment.authorization.key)
  process.send!({ [`record ${header}`]: stored?.doc ?? null })
}

/** Reports once no step is open and none has begun or ended for a while. */
function reportIdle(): void {
  const since = performance.now() - steps.last
  if (steps.open === 0 && since >= IDLE) process.send!({ idle: true })
  else setTimeout(reportIdle, Math.max(5, IDLE - since))
}

const sold = routesOf(process.env.SOLD_PATHS!.split(','))
const read = readSettings(env, sold)
if ('problems' in read) throw new Error(read.problems.join('\n'))
// A death that is ordered before the gateway begins, for what it does on its own at its start.
const [, nth, at] = /^(\d+) (.*)$/.exec(process.env.DIE_AT ?? '') ?? []
if (nth !== undefined) Object.assign(steps, { left: Number(nth), at })
const gateway = assemble(sold, read.settings, { replace: mineParts })
process.on('message', (order: Order) => {
  if ('tellWhenIdle' in order) {
    steps.last = performance.now()
    return reportIdle()
  }
  if ('recordOf' in order) return void reportRecord(order.recordOf)
  if ('hold' in order) return void (held = order.hold)
  if ('stopAfter' in order) {
    const { stopAfter: left, at, header } = order
    const own = { left, at, isSame: false, open: 0, settling: 0, isStopped: false }
    return void stopping.set(header, own)
  }
  Object.assign(steps, { isSame: false, left: order.dieAfter, at: order.at })
})
process.once('disconnect', () => process.exit())
/** Where the gateway is, once it serves. A promise, because CommonJS cannot wait here. */
export const url = gateway.then(({ url: own }) => own)
