/** The sign of life of a process does not depend on how long its node takes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  embeddedStore,
  facts,
  paid,
  relayer,
  sideOf,
  startChain,
  TESTNET,
  until,
  type Chain,
} from './support.ts'
import { manualClock } from '../helpers/clock.ts'
import { only, startProxy, type NodeProxy } from './node-proxy.ts'

let chain: Chain
let node: NodeProxy
beforeAll(async () => {
  chain = await startChain(TESTNET)
  node = await startProxy(chain.url)
})
afterAll(async () => {
  await node?.stop()
  await chain?.stop()
})

it('PAY-063 a process whose node hangs keeps its lease: a peer leaves its claims alone', async () => {
  const time = manualClock(Date.now())
  const { store, stop } = await embeddedStore(time)
  const options = { wait: 200, timeout: 60_000 }
  const one = sideOf(store, relayer(chain, store, { url: node.url, options }), {
    owner: 'one',
    clock: time,
  })
  const other = sideOf(store, relayer(chain, store, { key: 1 }), { owner: 'other', clock: time })
  const claim = async () => {
    const { payment, requirements } = await paid(chain, one.paymentScheme)
    return (await one.ledger.claim(payment, facts(requirements))).record
  }
  const doubtful = await claim()
  await chain.setAutomine(false)
  expect((await one.ledger.settle(doubtful)).settlement.state).toBe('unknown')
  const working = await claim()
  let looked = 0
  node.lever = only('eth_getTransactionReceipt', async () => {
    looked++
    return undefined
  })
  for (let beat = 0; beat < 9; beat++) {
    await time.advance(5000)
    await new Promise(resolve => setTimeout(resolve, 60))
  }
  await until(() => looked > 0, 'the sweep that hangs')
  expect(await other.ledger.reconcile()).toMatchObject({ released: 0 })
  expect((await one.ledger.get(working.key))?.state).toBe('claimed')
  await chain.setAutomine(true)
  for (const side of [one, other]) await side.stop()
  await stop()
})
