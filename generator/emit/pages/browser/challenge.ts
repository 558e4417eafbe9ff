/** Reads payment data of a gateway: challenges, receipts and amounts. */

/** One way to pay. `amount` is in the notation of its network; see `shownAmount`. */
export interface Offer {
  scheme: string
  network: string
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra?: {
    name?: string
    version?: string
    verifyingContract?: string
    assetTransferMethod?: string
  }
}

/** The challenge of a 402. */
export interface Challenge {
  resource: unknown
  accepts: readonly Offer[]
}

/** The payment of a paid reply. */
export interface Receipt {
  success: boolean
  transaction?: string
  network?: string
}

/** The challenge of a reply; undefined if it has none. */
export function challengeOf(reply: Response): Challenge | undefined {
  const challenge = decoded(reply.headers.get('payment-required')) as Challenge | undefined
  return challenge?.accepts?.[0] === undefined ? undefined : challenge
}

/** The receipt of a reply; undefined if it has none. */
export function receiptOf(reply: Response): Receipt | undefined {
  return decoded(reply.headers.get('payment-response')) as Receipt | undefined
}

/** An amount in units of 10^-`decimals`, in whole tokens without needless zeros. */
export function shownAmount(amount: string, decimals: number): string {
  const [units = '', part = ''] = amount.split('.')
  const places = decimals + part.length
  const digits = (units + part).padStart(places + 1, '0')
  const cut = digits.length - places
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
}

/** JSON as base64 of its UTF-8 bytes, as payment headers have it. */
export function encoded(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

function decoded(header: string | null): unknown {
  if (header === null) return undefined
  try {
    const bytes = Uint8Array.from(atob(header), character => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
