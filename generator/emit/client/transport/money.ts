/** Converts amounts: USD as decimal text, and whole micro-USD. */
import type { Asset, Offer } from './types.ts'

const DECIMALS = 6
const AMOUNT = /^(\d{1,15})(?:\.(\d{1,18}))?$/

/** USD in decimal text as micro-USD. Throws if the text is not an amount. */
export function microUsd(text: string): number {
  const micro = scaled(text, 0)
  if (micro === undefined)
    throw new TypeError(`${JSON.stringify(text)} is no amount in USD such as '0.05'`)
  return micro
}

/** Formats micro-USD as a decimal number of USD. */
export function usdText(micro: number): string {
  const digits = String(micro).padStart(DECIMALS + 1, '0')
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${digits.slice(0, -DECIMALS)}${decimals === '' ? '' : `.${decimals}`}`
}

/** The value of an amount of an asset in micro-USD; undefined if the asset is not known. */
export function worthOf(
  { network, asset, amount }: Pick<Offer, 'network' | 'asset' | 'amount'>,
  assets: readonly Asset[],
): number | undefined {
  const known = assets.find(
    one => one.network === network && one.asset.toLowerCase() === asset.toLowerCase(),
  )
  return known === undefined ? undefined : scaled(amount, known.decimals)
}

/** An amount in units of 10^-`decimals`, converted to micro-USD and rounded up. */
function scaled(text: string, decimals: number): number | undefined {
  const [, whole, part = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined) return undefined
  const unit = 10n ** BigInt(decimals + part.length)
  const micro = (BigInt(whole + part) * 10n ** BigInt(DECIMALS) + unit - 1n) / unit
  return micro <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(micro) : undefined
}
