/** The token of a network: its address is the one that was copied, and its units are millionths. */
import { entryOf, valueOf } from '../read/access.ts'
import type { Flat } from '../resolve/flat.ts'
import { EVM_ADDRESS } from '../../runtime/payments/evm/kind.ts'
import { keccak } from '../../runtime/payments/evm/keccak.ts'
import { fault, type Check } from './check.ts'
import type { NetworkIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'

/** Prices are whole micro-USD, and a payment is for as many units of the token. */
const DIGITS = 6

/** Refuses tokens in which nobody could be charged the price. */
export const token: Check = {
  code: 'token',
  run: (catalog, flat) =>
    catalog.networks.flatMap((network): Problem[] => {
      const { address, decimals } = network.asset
      const units =
        decimals === DIGITS
          ? []
          : [
              fault(
                'token',
                assetKey(flat, network, 'decimals'),
                `prices are charged in millionths of the token, and this one has ${decimals} decimals`,
                { hint: `only tokens with ${DIGITS} decimals can be paid in` },
              ),
            ]
      return isTyped(address)
        ? [
            ...units,
            fault(
              'token',
              assetKey(flat, network, 'address'),
              'a character of this address is wrong: its capital letters do not fit the rest (EIP-55)',
              { hint: 'copy the address again from the page of the token' },
            ),
          ]
        : units
    }),
}

function assetKey(flat: Flat, { name, place }: NetworkIR, key: string): Place {
  const network = flat.networks.find(one => one.name === name)
  return entryOf(valueOf(network?.value, 'asset'), key)?.value.place ?? place
}

/** Whether the capital letters of an EVM address, which are its checksum, do not fit it. */
function isTyped(address: string): boolean {
  if (!EVM_ADDRESS.pattern.test(address)) return false
  const digits = address.slice(2)
  const small = digits.toLowerCase()
  if (digits === small || digits === digits.toUpperCase()) return false
  const hash = keccak(Buffer.from(small)).toString('hex')
  const right = [...small].map((one, i) => (hash[i]! >= '8' ? one.toUpperCase() : one)).join('')
  return digits !== right
}
