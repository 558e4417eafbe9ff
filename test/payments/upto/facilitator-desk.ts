/**
 * The unmodified facilitator of the protocol for actual use, and gateways that settle through it.
 */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { createFacilitatorBackend } from '../../../runtime/payments/evm/facilitator/backend.ts'
import { remoteFacilitators } from '../../../runtime/payments/evm/upto/facilitators.ts'
import { permit2Upto } from '../../../runtime/payments/evm/upto/method.ts'
import { sentPayload } from '../../../runtime/payments/evm/upto/read.ts'
import type { UptoAuthorization } from '../../../runtime/payments/evm/upto/types.ts'
import { ownStore } from '../../helpers/memory-store.ts'
import { honestly, startFacilitator, type TestFacilitator } from '../facilitator-server.ts'
import { PAY_TO, startChain, type Chain } from '../support.ts'
import { METERED, uptoSide, type UptoSide } from './support.ts'

export let chain: Chain
export let facilitator: TestFacilitator
/** What gateways have logged. */
export const logged: { event: string; facts: Record<string, unknown> }[] = []
const sides: UptoSide[] = []
let held: ReturnType<typeof ownStore>

const log = {
  warn: (facts: Record<string, unknown>, event: string) => logged.push({ event, facts }),
} as never

/** A gateway that settles by the facilitator; `node: false` leaves it without a node of its own. */
export async function gatewayOf({ node = true } = {}): Promise<UptoSide> {
  const facilitators = remoteFacilitators(async () => undefined)
  const backend = createFacilitatorBackend<UptoAuthorization>({
    spec: METERED,
    payTo: PAY_TO,
    url: facilitator.url,
    clock: systemClock,
    ...(node ? { rpcUrl: chain.url } : {}),
    options: { verify: 5000, settle: 5000, look: 300 },
    observe: { log },
    method: permit2Upto(METERED),
    payloadOf: ({ payload, authorization }) => sentPayload(payload, authorization),
    readKind: facilitators.readKind,
  })
  await backend.health()
  const made = uptoSide(held.store, chain, { backend, facilitators })
  sides.push(made)
  return made
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useUptoFacilitator(): void {
  beforeAll(async () => {
    chain = await startChain(METERED)
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
    facilitator.settles.length = 0
    logged.length = 0
  })
  afterEach(async () => {
    for (const one of sides.splice(0)) await one.stop()
  })
}
