/**
 * Checks the token of a network: the address must be copied correctly, and its units must be
 * millionths.
 */
import { entryOf, itemsOf, valueOf } from '../read/access.ts'
import type { Flat } from '../resolve/flat.ts'
import { EVM_ADDRESS } from '../../runtime/payments/evm/kind.ts'
import { keccak } from '../../runtime/payments/evm/keccak.ts'
import { fault, warning, type Check } from './check.ts'
import type { NetworkIR } from '../ir.ts'
import type { Place, Problem, Raw } from '../types.ts'

/** Prices are whole micro-USD, and a payment is the same number of units of the token. */
const DIGITS = 6

/** Refuses tokens in which the price could not be charged. */
export const token: Check = {
  code: 'token',
  run: (catalog, flat) => {
    const all = catalog.networks.flatMap(network => assetsOf(flat, network))
    return [
      ...all.flatMap(units),
      ...all.flatMap(one => checksum(one.asset.address, one.place('address'), 'the token')),
      ...catalog.networks.flatMap(network => contractOf(flat, network)),
      ...all.flatMap((one, i) => elsewhere(one, all.slice(0, i))),
    ]
  },
}

/** A token with its chain; `place` is that of one of its keys. */
interface Asset {
  network: string
  chain: string
  asset: NetworkIR['asset']
  place(key: string): Place
  chainPlace: Place
}

/** The tokens of a network: that of its chain, and those of `also`. */
function assetsOf(flat: Flat, { name, chain, asset, also, place }: NetworkIR): Asset[] {
  const raw = flat.networks.find(one => one.name === name)?.value
  const listed = itemsOf(valueOf(raw, 'also'))
  return [
    { network: name, chain, asset, ...placesIn(raw, place) },
    ...(also ?? []).map((one, i) => ({ network: name, ...one, ...placesIn(listed[i], place) })),
  ]
}

const placesIn = (of: Raw | undefined, place: Place): Pick<Asset, 'place' | 'chainPlace'> => ({
  place: key => entryOf(valueOf(of, 'asset'), key)?.value.place ?? place,
  chainPlace: entryOf(of, 'chain')?.value.place ?? place,
})

function units({ asset: { decimals }, place }: Asset): Problem[] {
  if (decimals === DIGITS) return []
  const message = `prices are charged in millionths of the token, and this one has ${decimals} decimals`
  const hint = `choose a token with ${DIGITS} decimals`
  return [fault('token', place('decimals'), message, { hint })]
}

function checksum(address: string, place: Place, of: string): Problem[] {
  if (hasNoChecksum(address))
    return [
      warning('token', place, 'a wrong character of this address would not be noticed', {
        hint:
          `write it with its capital letters (EIP-55): copy it again from the page of ${of}, ` +
          'and compare every character',
      }),
    ]
  if (!isTyped(address)) return []
  const message =
    'a character of this address is wrong: its capital letters do not fit the rest (EIP-55)'
  return [fault('token', place, message, { hint: `copy the address again from the page of ${of}` })]
}

function contractOf(flat: Flat, { name, contract, place }: NetworkIR): Problem[] {
  if (contract === undefined) return []
  const raw = flat.networks.find(one => one.name === name)?.value
  return checksum(contract, entryOf(raw, 'contract')?.value.place ?? place, 'the contract')
}

/**
 * A token that another network uses on another chain, or a chain that another network uses with
 * another token.
 */
function elsewhere(own: Asset, others: readonly Asset[]): Problem[] {
  const address = own.asset.address.toLowerCase()
  const isSame = (one: Asset): boolean => one.asset.address.toLowerCase() === address
  const twin = others.find(one => isSame(one) && one.chain !== own.chain)
  const rival = others.find(
    one => !isSame(one) && one.chain === own.chain && one.asset.symbol === own.asset.symbol,
  )
  const found = twin ?? rival
  if (!found) return []
  const message = twin
    ? `network ${own.network} (${own.chain}) has the token address that network ` +
      `${twin.network} has on another chain (${twin.chain})`
    : `network ${own.network} has another ${own.asset.symbol} than network ${found.network} ` +
      `on the same chain (${own.chain})`
  const hint =
    'one of the two chains or addresses is wrong: compare both with the page of the token'
  const pair = (one: Asset, other: Asset): Problem =>
    fault('token', one.place('address'), message, {
      hint,
      also: [
        { place: one.chainPlace, label: 'its chain' },
        { place: other.place('address'), label: `network ${other.network}` },
      ],
    })
  // Nothing shows which of the two is wrong.
  return [pair(own, found), pair(found, own)]
}

/** Whether an EVM address has letters, and only small or only capital ones: it has no checksum. */
function hasNoChecksum(address: string): boolean {
  const digits = address.slice(2)
  return (
    EVM_ADDRESS.pattern.test(address) &&
    digits.toLowerCase() !== digits.toUpperCase() &&
    (digits === digits.toLowerCase() || digits === digits.toUpperCase())
  )
}

/** Whether the capital letters of an EVM address, which are its checksum, are wrong. */
function isTyped(address: string): boolean {
  if (!EVM_ADDRESS.pattern.test(address)) return false
  const digits = address.slice(2)
  const small = digits.toLowerCase()
  if (hasNoChecksum(address)) return false
  const hash = keccak(Buffer.from(small)).toString('hex')
  const right = [...small].map((one, i) => (hash[i]! >= '8' ? one.toUpperCase() : one)).join('')
  return digits !== right
}
