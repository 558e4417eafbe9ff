/**
 * The contract of payment schemes, on Solana: its runtime and token program, with modelled blocks.
 */
import { honestly, type Intercept } from '../../../scripts/devnet/solana/node.ts'
import { startSolanaWorld } from '../../../scripts/devnet/solana/world.ts'
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import { schemeContract, type NodeMode, type SchemeWorld } from '../contract.ts'
import {
  newWallet,
  openScheme,
  openThrough,
  signWith,
  SOLANA,
  startSolanaFacilitator,
} from './support.ts'

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const OTHER_MINT = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

/** What the node answers, in each mode; what is held or dropped is so by the chain itself. */
const INTERCEPTS: Record<NodeMode, Intercept> = {
  honest: honestly,
  holds: honestly,
  drops: honestly,
  fails({ method }, honest) {
    const result = honest()
    if (method === 'sendTransaction') throw new Error('passed on, then failed')
    return result
  },
  down() {
    throw new Error('down')
  },
}

/** A world whose gateways settle by themselves, or through the reference facilitator. */
async function startSolana(through: 'key' | 'facilitator'): Promise<SchemeWorld> {
  const world = await startSolanaWorld(SOLANA)
  const { chain, node } = world
  chain.placeMint(OTHER_MINT)
  const stranger = await newWallet(world)
  const facilitator = through === 'key' ? undefined : await startSolanaFacilitator(world)
  return {
    spec: SOLANA,
    others: { network: DEVNET, asset: OTHER_MINT, payTo: stranger.address },
    binds: ['asset', 'payTo', 'amount'],
    expired: 'PAYMENT_BLOCKHASH_STALE',
    payTo: world.payTo,
    async open(_store, clock) {
      const scheme =
        facilitator === undefined
          ? openScheme(world, { clock })
          : await openThrough(world, facilitator.url, clock)
      return scheme as unknown as PaymentScheme
    },
    async wallet(funds) {
      const { key, address } = await newWallet(world, funds)
      return {
        address,
        sign: (requirements, signed) =>
          signWith(key, world.url, requirements, { ...requirements, ...signed }),
      }
    },
    empty: ({ address }) => chain.setBalance(address, 0n),
    balanceOf: world.balanceOf,
    async be(mode) {
      node.intercept = INTERCEPTS[mode]
      node.sending = mode === 'holds' || mode === 'drops' ? mode : 'includes'
      if (mode === 'honest') node.release()
    },
    async expire() {
      chain.advance(400)
    },
    async stop() {
      await facilitator?.stop()
      await world.stop()
    },
  }
}

schemeContract('solana', () => startSolana('key'))
schemeContract('solana through a facilitator', () => startSolana('facilitator'))
