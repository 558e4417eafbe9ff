/** `balanceOf`: a wallet's token balance, in micro-USD. */
import type { HookContext } from './parts.ts'
import { remember } from './remember.ts'

const KEPT = 2000
const BALANCE_OF = '0x70a08231'

/** Reads the token contract. Rejects if the node does not answer with a number. */
export function createBalance(parts: HookContext): (address: string) => Promise<bigint> {
  const { asset } = parts.paymentScheme.spec
  const ask = async (address: string): Promise<bigint> => {
    if (!/^0x[0-9a-f]{40}$/.test(address)) throw new TypeError('not an address')
    const data = BALANCE_OF + address.slice(2).padStart(64, '0')
    const answer = await parts.node.call<unknown>('eth_call', [
      { to: asset.address, data },
      'latest',
    ])
    if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer))
      throw new TypeError('the token gave no balance')
    return (BigInt(answer) * 1_000_000n) / 10n ** BigInt(asset.decimals)
  }
  const remembered = remember({ clock: parts.clock, ms: KEPT }, ask)
  return address => remembered(address.toLowerCase())
}
