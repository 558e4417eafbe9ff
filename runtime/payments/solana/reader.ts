/** Reads balances and the newest block from a node. */
import type { NetworkSpec } from '../../contract.ts'
import type { PaymentScheme } from '../scheme.ts'
import { fromBase58 } from './base58.ts'
import type { Node } from './node.ts'
import { TOKENS, tokenAccountOf } from './programs.ts'

/** Reads the token of a network. A wallet has one associated account for each token program. */
export function createTokenReader(
  node: Node,
  asset: NetworkSpec['asset'],
): Required<Pick<PaymentScheme, 'balanceOf' | 'head'>> {
  return {
    async balanceOf(wallet) {
      if (fromBase58(wallet, 32) === undefined) throw new TypeError('not an address')
      const accounts = await Promise.all(
        Array.from(TOKENS, program =>
          node.tokenAccount(tokenAccountOf(wallet, asset.address, program)),
        ),
      )
      const own = accounts.filter(one => one?.mint === asset.address && one.owner === wallet)
      const amount = own.reduce((sum, one) => sum + one!.amount, 0n)
      return (amount * 1_000_000n) / 10n ** BigInt(asset.decimals)
    },
    head: () => node.head(),
  }
}
