/** The schemes of an EVM network as a gateway opens them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { systemRandom } from '../../../runtime/lib/random.ts'
import { decodeHeader } from '../../../runtime/payments/header.ts'
import type { SchemeParts } from '../../../runtime/payments/kind.ts'
import { kindOf } from '../../../runtime/payments/kinds.ts'
import { headerOf } from '../contract-world.ts'
import {
  embeddedStore,
  newWallet,
  PAY_TO,
  signPayment,
  startChain,
  TESTNET,
  type Chain,
} from '../support.ts'
import { ACTUAL, actually, approvedWallet, CEILING, METERED, signUpto } from './support.ts'

let chain: Chain
let held: Awaited<ReturnType<typeof embeddedStore>>
const opened: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  chain = await startChain(TESTNET)
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  held = await embeddedStore()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await held.stop()
})

const open = (spec = TESTNET, more: object = {}) =>
  kindOf('evm').open({
    spec,
    settings: {
      payTo: PAY_TO,
      rpcUrl: chain.url,
      confirmations: 1,
      relayerKey: chain.keys[0],
      ...more,
    },
    store: held.store,
    clock: systemClock,
    random: systemRandom,
    observe: { log: { warn: () => undefined, error: () => undefined } },
    slack: 6000,
    register: (part: { close(): Promise<unknown> }) => {
      opened.push(part)
      return part
    },
  } as unknown as SchemeParts)

it('opens the network’s scheme first, and those on request behind it', async () => {
  const names = async (spec: typeof TESTNET) => (await open(spec)).map(one => one.spec.scheme)
  expect(await names(TESTNET)).toEqual(['exact'])
  expect(await names({ ...TESTNET, on_request: ['upto'] })).toEqual(['exact', 'upto'])
  expect(await names(METERED)).toEqual(['upto'])
})

it('pays with one relayer by both schemes at once, and each payment is read by its own', async () => {
  const schemes = await open({ ...TESTNET, on_request: ['upto'] })
  const [exact, upto] = schemes
  const wallets = await Promise.all([approvedWallet(chain), approvedWallet(chain)])
  const [first, second] = [exact.requirements(CEILING, 300), upto!.requirements(CEILING, 300)]
  const payloads = [
    await signPayment(wallets[0]!, TESTNET, first, { now: await chain.time() }),
    await signUpto(wallets[1]!, second),
  ]
  const payments = payloads.map(payload => {
    const found = decodeHeader(schemes, headerOf(payload))
    if (!found.ok) throw new Error(found.rejection.details)
    return found.payment
  })
  expect(payments.map(({ scheme }) => scheme)).toEqual([exact, upto])
  const amounts = [first, actually(second)]
  const ends = await Promise.all(
    payments.map((payment, i) =>
      payment.scheme.backend.settle(payment, amounts[i]!, async () => undefined),
    ),
  )
  expect(ends.map(({ state }) => state)).toEqual(['landed', 'landed'])
  expect(await chain.balanceOf(wallets[0]!.address)).toBe(0n)
  expect(await chain.balanceOf(wallets[1]!.address)).toBe(CEILING - ACTUAL)
})

it('a decoded payment can read balances, on every scheme', async () => {
  const [exact] = await open()
  const wallet = newWallet()
  const payload = await signPayment(wallet, TESTNET, exact.requirements(1n, 60))
  const found = exact.decode(headerOf(payload))
  expect(found.ok && (await found.payment.scheme.balanceOf!(wallet.address))).toBe(0n)
})

it('does not sell actual use alone while the facilitator cannot be asked', async () => {
  const settings = { relayerKey: undefined, facilitator: { url: 'http://127.0.0.1:9' } }
  await expect(open(METERED, settings)).rejects.toThrow('payments cannot be settled')
  const both = await open({ ...TESTNET, on_request: ['upto'] }, settings)
  expect(both.map(one => one.spec.scheme)).toEqual(['exact', 'upto'])
  expect(both[1]!.requirements(1n, 60).extra.facilitatorAddress).toBe('')
})
