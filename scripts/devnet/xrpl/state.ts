/** The state of the modelled ledger: accounts and trust lines. Amounts are whole numbers. */

/** Decimal places of issued amounts in this model. The real ledger computes with 16 digits. */
const PLACES = 15
/** The transfer rate of an issuer without a fee. */
const PLAIN_RATE = 1_000_000_000n

/** An amount of an issued currency, as transactions have it. */
export interface IssuedAmount {
  currency: string
  issuer: string
  value: string
}

/** An account. */
export interface Account {
  drops: bigint
  sequence: number
  flags: number
  regularKey?: string
  /** Per thousand million: what a holder spends for each unit that another receives. */
  transferRate: bigint
  tickets: Set<number>
}

/** A trust line, from the side of its holder; balance and limit in units. */
export interface Line {
  holder: string
  currency: string
  issuer: string
  balance: bigint
  limit: bigint
  isFrozen: boolean
}

/** All accounts and trust lines. */
export interface State {
  accounts: Map<string, Account>
  lines: Map<string, Line>
}

/** Reads a value such as `0.011` into units. Throws if it has more places than the model. */
export function unitsOf(value: string): bigint {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  const [, sign = '', whole = '', fraction = ''] = found ?? []
  if (!found || fraction.length > PLACES) throw new Error(`the model cannot hold ${value}`)
  return BigInt(sign + whole + fraction.padEnd(PLACES, '0'))
}

/** Writes units as a value. */
export function valueOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0')
  const fraction = digits.slice(-PLACES).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction && '.'}${fraction}`
}

/** The key of a trust line. */
export const lineKey = (holder: string, { currency, issuer }: Omit<IssuedAmount, 'value'>) =>
  `${holder}|${currency}|${issuer}`

/** A new account with this many drops. */
export const newAccount = (drops: bigint, sequence: number): Account => ({
  drops,
  sequence,
  flags: 0,
  transferRate: PLAIN_RATE,
  tickets: new Set(),
})

/** What a holder spends so that another receives `units`. */
export const withFee = (units: bigint, issuer: Account | undefined): bigint => {
  const cost = units * (issuer?.transferRate ?? PLAIN_RATE)
  return (cost + PLAIN_RATE - 1n) / PLAIN_RATE
}

/** What another receives if a holder spends `units`. */
export const withoutFee = (units: bigint, issuer: Account | undefined): bigint =>
  (units * PLAIN_RATE) / (issuer?.transferRate ?? PLAIN_RATE)
