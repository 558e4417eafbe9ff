/**
 * Checks whether payments can be settled now: the store, the chain, and the settlement backend (a
 * relayer with gas money, or a facilitator). A paid call is checked before it begins, and health
 * views show the same state.
 */
import { within } from './hooks/remember.ts'
import type { Observe } from './observe/types.ts'
import type { PaymentScheme } from './payments/scheme.ts'
import type { SettlementBackend } from './payments/settlement.ts'
import type { Clock } from './seams.ts'
import type { Store } from './store/store.ts'

/** A state older than this, in ms, is refreshed in the background. */
const FRESH = 3_000
/** A state older than this, in ms, is not used: the next paid call waits for a new check. */
const STALE = 30_000
/** Longest wait, in ms, for each part that is checked. */
const CHECK_TIMEOUT = 3_000
/** A chain whose newest block is older than this, in seconds, has stopped. */
const OLDEST_BLOCK = 600

/** The result of a check. */
export interface Look {
  ok: boolean
  /** What is down, for operators. */
  problem?: string
  isStored: boolean
  /** How long the store took to answer, ms; undefined if it did not. */
  storePing?: number
  /**
   * The newest block; `age` in seconds. Undefined if the node does not answer, or if there is no
   * node.
   */
  block?: { number: number; age: number }
  /** Whether the chain produces blocks. */
  isMoving: boolean
  backend?: Awaited<ReturnType<SettlementBackend['health']>>
}

/** The readiness of one process. */
export interface Readiness {
  /** Returns the state of the last three seconds, or checks it now. Never rejects. */
  look(): Promise<Look>
  /** Returns why payments cannot be settled now; undefined if they can. */
  problem(): Promise<string | undefined>
  /** Discards the known state, because a settlement did not land. */
  invalidate(): void
}

/**
 * What is checked. Without `head` the chain is not checked. Local chains (`dev`) produce blocks
 * only for payments.
 */
export interface ReadinessOptions {
  backend: Pick<SettlementBackend, 'health'>
  store: Pick<Store, 'ping'>
  clock: Clock
  head?: PaymentScheme['head']
  observe?: Pick<Observe, 'log' | 'gauge'>
  dev?: boolean
}

/** Creates the readiness of one process. The first check runs when the first caller asks. */
export function createReadiness(parts: ReadinessOptions): Readiness {
  const { clock, observe } = parts
  let known: { look: Look; at: number } | undefined
  let checking: Promise<Look> | undefined
  const check = (): Promise<Look> => {
    if (checking !== undefined) return checking
    const current = lookAt(parts).then(look => {
      // A check that began before `invalidate` was called may have seen the earlier state.
      if (checking !== current) return look
      noteChange(parts, known?.look, look)
      known = { look, at: clock.now() }
      checking = undefined
      return look
    })
    return (checking = current)
  }
  const age = (): number => (known === undefined ? Infinity : clock.now() - known.at)
  showState(observe, () => known?.look)
  return {
    look: async () => (age() < FRESH ? known!.look : check()),
    async problem() {
      if (age() > STALE) return (await check()).problem
      if (age() >= FRESH) void check()
      return known!.look.problem
    },
    invalidate() {
      if (known !== undefined) known = { ...known, at: -Infinity }
      checking = undefined
    },
  }
}

/** Registers gauges that show the last check. */
function showState(observe: ReadinessOptions['observe'], last: () => Look | undefined): void {
  observe?.gauge('canSettle', () => (last()?.ok === false ? 0 : 1))
  observe?.gauge('affordable', () => Number(last()?.backend?.details.settlements ?? NaN))
  observe?.gauge('storePing', () => (last()?.storePing ?? NaN) / 1000)
}

async function lookAt(parts: ReadinessOptions): Promise<Look> {
  const { clock, store, backend } = parts
  const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
    within(clock, CHECK_TIMEOUT, work).catch(() => undefined)
  const started = clock.now()
  const [storePing, block, settling] = await Promise.all([
    inTime(store.ping().then(() => clock.now() - started)),
    inTime(newestBlock(parts)),
    inTime(backend.health()),
  ])
  const isStored = storePing !== undefined
  const isMoving =
    parts.head === undefined ||
    (block !== undefined && (parts.dev === true || block.age <= OLDEST_BLOCK))
  const problem = problemOf({ isStored, isMoving, settling })
  return {
    ok: problem === undefined,
    problem,
    isStored,
    storePing,
    block,
    isMoving,
    backend: settling,
  }
}

function problemOf({
  isStored,
  isMoving,
  settling,
}: Pick<Look, 'isStored' | 'isMoving'> & { settling: Look['backend'] }): string | undefined {
  if (!isStored) return 'the store does not answer'
  if (!isMoving) return 'the node does not answer, or its chain produces no blocks'
  if (settling === undefined) return 'settlement does not answer'
  return settling.ok ? undefined : String(settling.details.problem ?? 'settlement is down')
}

/** Reads the newest block: number and age in seconds. Rejects when the node does not answer. */
async function newestBlock({ head, clock }: ReadinessOptions): Promise<Look['block']> {
  if (head === undefined) return undefined
  const { number, time } = await head()
  return { number, age: Math.max(0, Math.floor(clock.now() / 1000) - time) }
}

/** Logs once when payments can no longer be settled, and once when they can again. */
function noteChange({ observe }: ReadinessOptions, before: Look | undefined, now: Look): void {
  if (now.problem !== undefined && now.problem !== before?.problem) {
    observe?.log.error(
      { problem: now.problem },
      'payments cannot be settled: paid calls are refused',
    )
  }
  if (now.ok && before?.ok === false) observe?.log.info('payments can be settled again')
}
