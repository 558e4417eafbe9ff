/**
 * Whether a payment could be settled now: the store, the chain, and what moves the money (a relayer
 * with gas money, or a facilitator). Admission asks before a paid call is begun, and health views
 * show the same state.
 */
import { within } from './hooks/remember.ts'
import type { Observe } from './observe/types.ts'
import type { SettlementBackend } from './payments/types.ts'
import type { Clock } from './seams.ts'
import type { Store } from './store/store.ts'

/** A state is looked up again after so many ms, in the background. */
const FRESH = 3_000
/** An older state than this, in ms, is not believed: the next paid call waits for a new look. */
const STALE = 30_000
/** Longest wait, in ms, for each part that is asked. */
const PATIENCE = 3_000
/** A chain whose last block is older stands still. Seconds. */
const OLDEST_BLOCK = 600

/** What was found. */
export interface Look {
  ok: boolean
  /** For operators: what is down. */
  problem?: string
  isStored: boolean
  /**
   * The newest block; `age` in seconds. Undefined where the node does not answer, or where no node
   * is known.
   */
  block?: { number: number; age: number }
  /** Whether the chain moves. */
  isMoving: boolean
  backend?: Awaited<ReturnType<SettlementBackend['health']>>
}

/** The state of one process. */
export interface Readiness {
  /** What was found within the last three seconds, or is found now. Never rejects. */
  look(): Promise<Look>
  /** Why a payment could not be settled now; undefined where it could be. */
  problem(): Promise<string | undefined>
  /** A settlement did not land: what was found before is not believed any more. */
  doubt(): void
}

/**
 * What is asked. Without a node the chain is not looked at. Local chains (`dev`) stand still
 * between payments.
 */
export interface ReadinessOptions {
  backend: Pick<SettlementBackend, 'health'>
  store: Pick<Store, 'ping'>
  clock: Clock
  node?: { call<T>(method: string, params: unknown[], timeoutMs?: number): Promise<T> }
  observe?: Pick<Observe, 'log' | 'gauge'>
  dev?: boolean
}

/** Makes the readiness of one process. Nothing is asked before somebody wants to know. */
export function createReadiness(parts: ReadinessOptions): Readiness {
  const { clock, observe } = parts
  let known: { look: Look; at: number } | undefined
  let asking: Promise<Look> | undefined
  const ask = (): Promise<Look> => {
    if (asking !== undefined) return asking
    const mine = lookAt(parts).then(look => {
      // A look that began before a doubt may have seen the state of before.
      if (asking !== mine) return look
      noteChange(parts, known?.look, look)
      known = { look, at: clock.now() }
      asking = undefined
      return look
    })
    return (asking = mine)
  }
  const age = (): number => (known === undefined ? Infinity : clock.now() - known.at)
  observe?.gauge('farebox_can_settle', '1 while payments can be settled', () =>
    known?.look.ok === false ? 0 : 1,
  )
  return {
    look: async () => (age() < FRESH ? known!.look : ask()),
    async problem() {
      if (age() > STALE) return (await ask()).problem
      if (age() >= FRESH) void ask()
      return known!.look.problem
    },
    doubt() {
      if (known !== undefined) known = { ...known, at: -Infinity }
      asking = undefined
    },
  }
}

async function lookAt(parts: ReadinessOptions): Promise<Look> {
  const { clock, store, backend } = parts
  const soon = <T>(work: Promise<T>): Promise<T | undefined> =>
    within(clock, PATIENCE, work).catch(() => undefined)
  const [isStored = false, block, settling] = await Promise.all([
    soon(store.ping().then(() => true)),
    soon(newestBlock(parts)),
    soon(backend.health()),
  ])
  const isMoving =
    parts.node === undefined ||
    (block !== undefined && (parts.dev === true || block.age <= OLDEST_BLOCK))
  const problem = problemOf({ isStored, isMoving, settling })
  return { ok: problem === undefined, problem, isStored, block, isMoving, backend: settling }
}

function problemOf({
  isStored,
  isMoving,
  settling,
}: Pick<Look, 'isStored' | 'isMoving'> & { settling: Look['backend'] }): string | undefined {
  if (!isStored) return 'the store does not answer'
  if (!isMoving) return 'the node does not answer, or its chain stands still'
  if (settling === undefined) return 'settlement does not answer'
  return settling.ok ? undefined : String(settling.details.problem ?? 'settlement is down')
}

/** The newest block: number and age in seconds. Rejects when the node does not answer. */
async function newestBlock({ node, clock }: ReadinessOptions): Promise<Look['block']> {
  if (node === undefined) return undefined
  type Raw = { number?: string; timestamp?: string } | null
  const block = await node.call<Raw>('eth_getBlockByNumber', ['latest', false], PATIENCE)
  const [number, time] = [
    Number(block?.number ?? Number.NaN),
    Number(block?.timestamp ?? Number.NaN),
  ]
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(time))
    throw new TypeError('the node gave no block')
  return { number, age: Math.max(0, Math.floor(clock.now() / 1000) - time) }
}

/** One log line when payments can no longer be settled, and one when they can again. */
function noteChange({ observe }: ReadinessOptions, before: Look | undefined, now: Look): void {
  if (now.problem !== undefined && now.problem !== before?.problem) {
    observe?.log.error(
      { problem: now.problem },
      'payments cannot be settled: paid calls are refused',
    )
  }
  if (now.ok && before?.ok === false) observe?.log.info('payments can be settled again')
}
