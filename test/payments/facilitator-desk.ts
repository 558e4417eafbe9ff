/** A facilitator that does what a test wants. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import {
  createFacilitatorBackend,
  type FacilitatorSettings,
} from '../../runtime/payments/evm/facilitator/backend.ts'
import type { Payment } from '../../runtime/payments/evm/types.ts'
import { ownStore } from '../helpers/memory-store.ts'
import { PAY_TO, sideOf, startChain, TESTNET, type Chain, type Side } from './support.ts'
import { honestly, startFacilitator, type TestFacilitator } from './facilitator-server.ts'

export let chain: Chain

export let facilitator: TestFacilitator

const sides: Side[] = []

let held: ReturnType<typeof ownStore>

/** A gateway that settles by the facilitator; `node: false` leaves it without a node of its own. */
export function gatewayOf(more: Partial<FacilitatorSettings> & { node?: boolean } = {}): Side {
  const { node = true, ...settings } = more
  const backend = createFacilitatorBackend({
    spec: TESTNET,
    payTo: PAY_TO,
    url: facilitator.url,
    clock: systemClock,
    ...(node ? { rpcUrl: chain.url } : {}),
    options: { verify: 800, settle: 800, look: 300 },
    ...settings,
  })
  const made = sideOf(held.store, backend, { wait: 300 })
  sides.push(made)
  return made
}

export const usedUp = ({ authorization }: Payment): Promise<boolean> =>
  chain.used(authorization.from, authorization.nonce)

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useFacilitator(): void {
  beforeAll(async () => {
    chain = await startChain(TESTNET)
    facilitator = await startFacilitator(chain)
    held = ownStore()
  })
  afterAll(async () => {
    await held?.stop()
    await facilitator?.stop()
    await chain?.stop()
  })
  beforeEach(() => {
    facilitator.mode = honestly
    facilitator.calls.length = 0
    facilitator.headers.length = 0
    facilitator.settles.length = 0
  })
  afterEach(async () => {
    for (const one of sides.splice(0)) await one.stop()
  })
}
