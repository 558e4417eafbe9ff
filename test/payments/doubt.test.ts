/** Refusals that come after an earlier try: none of them says that the money did not move. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Intent, Settlement } from '../../runtime/payments/settlement.ts'
import { paid, side } from './support.ts'
import { honest, rpcError, type Lever } from './node-proxy.ts'
import {
  chain,
  gateway,
  node,
  sent,
  settle,
  silent,
  useRelayerWorld,
  type Paid,
} from './relayer-world.ts'

useRelayerWorld()

/**
 * Passes the first transaction on, says that its nonce is taken and hides what became of it: the
 * settlement is tried again.
 */
function afterFirstTry(second: Lever): Lever {
  return async (call, forward) => {
    const hidden = ['eth_getTransactionReceipt', 'eth_getTransactionByHash']
    if (hidden.includes(call.method)) return { status: 503, text: 'away' }
    if (call.method === 'eth_sendRawTransaction' && sent() === 1) {
      await forward()
      return rpcError('nonce too low')
    }
    return sent() >= 1 ? second(call, forward) : forward()
  }
}

/** Settles, then asks an honest node what became of it. */
async function settledAndFound(payment: Paid): Promise<[Settlement, Settlement]> {
  let intent!: Intent
  const end = await settle(payment, async stored => {
    intent = stored
  })
  node.lever = honest
  return [end, await gateway.backend.find(payment.payment, payment.requirements, intent)]
}

/** A funded payment of a contract wallet. */
async function ofContract(): Promise<Paid> {
  const as = '0x' + randomBytes(20).toString('hex')
  await chain.rpc('anvil_setCode', [as, AGREEING])
  await chain.fund(as, 10_000n)
  return paid(chain, gateway.paymentScheme, { as })
}
/**
 * Code that answers every call with the word of ERC-1271: PUSH4 1626ba7e, shifted to the left,
 * returned.
 */
const AGREEING = '0x631626ba7e60e01b60005260206000f3'

describe('a second try', () => {
  it('that the node refuses while the first was mined is unknown, never failed; the chain then proves the landing', async () => {
    node.lever = afterFirstTry(async ({ method }, forward) =>
      method === 'eth_sendRawTransaction'
        ? rpcError('insufficient funds for gas * price + value')
        : forward(),
    )
    const [end, found] = await settledAndFound(await paid(chain, gateway.paymentScheme))
    expect([end.state, found.state]).toEqual(['unknown', 'landed'])
    expect(sent()).toBe(2)
  })

  it('whose estimate reverts while the first was mined is unknown too', async () => {
    const payment = await ofContract()
    node.lever = afterFirstTry(async ({ method }, forward) =>
      method === 'eth_estimateGas' ? rpcError('execution reverted', 3) : forward(),
    )
    const [end, found] = await settledAndFound(payment)
    expect([end.state, found.state]).toEqual(['unknown', 'landed'])
    expect(sent()).toBe(1)
  })
})

describe("a contract wallet's authorization that somebody else sent first", () => {
  const elsewhere = async ({ payment, requirements }: Paid): Promise<Settlement> => {
    const other = await side(chain, { key: 1 })
    const end = await other.backend.settle(payment, requirements, silent)
    await other.stop()
    return end
  }

  it('has paid: it landed, in their transaction', async () => {
    const payment = await ofContract()
    const theirs = await elsewhere(payment)
    expect(theirs.state).toBe('landed')
    expect(await settle(payment)).toEqual(theirs)
    expect(sent()).toBe(0)
  })

  it('is unknown while the chain does not show the transfer, and there is an intent by which it is found', async () => {
    const payment = await ofContract()
    const theirs = await elsewhere(payment)
    node.lever = ({ method }, forward) =>
      method === 'eth_getLogs' ? Promise.resolve('{"jsonrpc":"2.0","id":1,"result":[]}') : forward()
    const [end, found] = await settledAndFound(payment)
    expect(end.state).toBe('unknown')
    expect(found).toEqual(theirs)
  })
})
