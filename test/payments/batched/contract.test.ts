/** Batched payments keep the contract of all payment schemes. */
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import { honestly, on, type Answer, type Lever } from '../../../scripts/devnet/batched/levers.ts'
import {
  schemeContract,
  type ContractWallet,
  type NodeMode,
  type SchemeWorld,
} from '../contract.ts'
import { DAY, newAccount, openSide, OTHER, PAY_TO, sign, SPEC, startWorld } from './support.ts'

async function start(): Promise<SchemeWorld> {
  let offset = 0
  const world = await startWorld({ now: () => Date.now() + offset })
  const { facilitator } = world
  let isDown = false
  /** Settlements that a facilitator which holds them has taken. */
  const held: (() => Promise<Answer>)[] = []
  const failed = { status: 500, body: { success: false, errorReason: 'unexpected_error' } }
  const levers: Record<Exclude<NodeMode, 'down'>, Lever> = {
    honest: honestly,
    holds: on('settle', async (_path, honest) => {
      held.push(honest)
      return failed
    }),
    drops: on('settle', async () => failed),
    fails: on('settle', async (_path, honest) => {
      await honest()
      return failed
    }),
  }
  return {
    spec: SPEC,
    others: { network: 'eip155:8453', asset: OTHER, payTo: OTHER },
    binds: ['network', 'payTo', 'amount'],
    expired: 'PAYMENT_UNFUNDED',
    payTo: PAY_TO,
    async open(store, clock) {
      const shifted = { ...clock, now: () => clock.now() + offset }
      const side = await openSide(world.url, store, { clock: shifted })
      const [scheme] = side.schemes
      return { ...scheme, backend: { ...scheme.backend, close: side.stop } } as PaymentScheme
    },
    async wallet(funds): Promise<ContractWallet> {
      const account = newAccount()
      await world.fund(account.address, funds, SPEC.chain)
      return {
        address: account.address,
        sign: (requirements, { network, payTo, amount } = {}) =>
          sign(account, requirements, {
            now: Date.now() + offset,
            validAfter: 0,
            ...(network && { domain: { chainId: Number(network.split(':')[1]) } }),
            message: {
              ...(payTo && { to: payTo }),
              ...(amount && { value: BigInt(amount) }),
            },
          }),
      }
    },
    empty: async ({ address }) => {
      facilitator.book.deposit(
        SPEC.chain,
        address,
        -facilitator.book.available(SPEC.chain, address),
      )
    },
    balanceOf: address => world.balanceOf(address, SPEC.chain),
    async be(mode) {
      if (isDown !== (mode === 'down')) await (isDown ? facilitator.up() : facilitator.down())
      isDown = mode === 'down'
      if (isDown) return
      facilitator.lever = levers[mode as Exclude<NodeMode, 'down'>]
      if (mode !== 'honest') return
      for (const settle of held.splice(0)) await settle()
    },
    expire: async () => {
      offset += 7 * DAY * 1000 + 300_000
    },
    stop: () => world.stop(),
  }
}

schemeContract('batched', start)
