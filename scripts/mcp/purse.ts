/** Signs payments for a gateway within limits, and records them in a book. */
import { networks } from '../../generated/gateway.ts'
import { microOf, type Challenge, type Offer } from '../buyer/pay.ts'
import { signWith, type EvmPayer, type Payer } from '../buyer/payer.ts'
import { usd } from '../buyer/words.ts'
import type { Book } from './book.ts'

/** Longest time, in seconds, for which an authorization is signed. */
const LONGEST = 86_400

/** The limits of a purse, in micro-USD. */
export interface Limits {
  /** Of one call. */
  most: bigint
  /** Of one day, in UTC, for all that share the book. */
  day: bigint
}

/** What a purse is made of. */
export interface PurseParts {
  wallet: EvmPayer | Payer | undefined
  book: Book
  limits: Limits
  /** Unix ms. */
  now(): number
  newId(): string
}

/** A payment that was signed: an object as messages of MCP have it. */
export interface Signed {
  id: string
  amount: bigint
  network: string
  payment: unknown
  /** When it lapses, Unix ms. */
  until: number
  /** The remaining amount of the day. */
  left: bigint
}

/** The reason why nothing was signed, for the caller. */
export interface Declined {
  why: string
}

/** The end of a signed payment, as the result of its call says it. */
export interface Receipt {
  success?: boolean
  transaction?: string
  /** What was charged, where that may be less than what was signed. */
  amount?: string
}

/** Signs within limits. */
export interface Purse {
  pay(challenge: Challenge, tool: string): Promise<Signed | Declined>
  /** Notes how a payment ended; without a receipt it was certainly not taken. */
  settle(signed: Signed, receipt: Receipt | undefined): void
  /** Notes that a payment has bought the job with this poll address. */
  accepted(signed: Signed, poll: string): void
  /** The payment that has bought the job with this poll address, if it has not lapsed. */
  paidFor(poll: string): Signed | undefined
  /** Whether a payment has lapsed. */
  isOver(signed: Signed): boolean
}

/** Makes a purse. */
export function makePurse(parts: PurseParts): Purse {
  const { wallet, book, limits } = parts
  return {
    async pay(challenge, tool) {
      const offer = challenge.accepts.find(isKnown)
      const why = wallet === undefined ? NO_KEY : reasonAgainst(offer, limits)
      if (wallet === undefined || offer === undefined || why !== undefined)
        return { why: why ?? NO_OFFER }
      const at = parts.now()
      const amount = microOf(offer)
      const { payTo, network } = offer
      const id = parts.newId()
      const claim = { id, at, state: 'claimed', amount: `${amount}`, tool, payTo, network } as const
      const left = book.claim(claim, limits.day)
      if (left === undefined) return { why: dayIsOver(amount, book.spent(at), limits) }
      const payment = await signed(wallet, { ...challenge, accepts: [offer] }).catch(error => {
        book.end({ id, at: parts.now(), state: 'refused' })
        throw error
      })
      return { id, amount, network, payment, until: at + offer.maxTimeoutSeconds * 1000, left }
    },
    settle({ id }, receipt) {
      const state = receipt?.success === true ? 'paid' : 'unpaid'
      book.end({ id, at: parts.now(), state, transaction: receipt?.transaction })
    },
    accepted({ id, amount, network, payment, until }, poll) {
      const at = parts.now()
      book.accept({ id, at, state: 'accepted', poll, payment, amount: `${amount}`, network, until })
    },
    paidFor(poll) {
      const at = parts.now()
      const job = book.accepted(poll)
      if (job === undefined || job.until <= at) return undefined
      const left = limits.day - book.spent(at)
      return { ...job, amount: BigInt(job.amount), left: left > 0n ? left : 0n }
    },
    isOver: ({ until }) => until <= parts.now(),
  }
}

/** Signs, and returns the payment as messages of MCP have it. */
async function signed(wallet: EvmPayer | Payer, challenge: Challenge): Promise<unknown> {
  const header = await signWith(wallet, challenge)
  return JSON.parse(Buffer.from(header, 'base64').toString())
}

const NO_KEY =
  'This costs something, and the bridge has no wallet: set BUYER_KEY to the key of one. Nothing was signed.'
const NO_OFFER =
  'No offer of the gateway has a token, network and amount that this bridge supports. ' +
  'Nothing was signed.'

/** Why an offer is not signed; undefined if it may be. */
function reasonAgainst(offer: Offer | undefined, { most }: Limits): string | undefined {
  if (offer === undefined) return NO_OFFER
  const amount = microOf(offer)
  if (amount > most)
    return (
      `This call costs ${usd(amount)} USD, above the limit of ${usd(most)} USD for one call ` +
      '(--most). Nothing was signed.'
    )
  const { maxTimeoutSeconds: seconds } = offer
  return Number.isSafeInteger(seconds) && seconds > 0 && seconds <= LONGEST
    ? undefined
    : 'The gateway asks for an authorization whose validity is not between 1 second and 1 day. Nothing was signed.'
}

const dayIsOver = (amount: bigint, spent: bigint, { day }: Limits): string =>
  `This call costs ${usd(amount)} USD. Payments of ${usd(spent)} USD were already signed today (UTC); ` +
  `the limit is ${usd(day)} USD (--day). Nothing was signed.`

/**
 * Whether the amount of an offer is one of dollars: in a token of the networks of the catalog, and
 * signed for the contract of that token, or for the one that holds deposits of it.
 */
function isKnown({ network, asset, amount, extra }: Offer): boolean {
  const { verifyingContract = asset } = extra ?? {}
  const places = Object.values(networks).flatMap(one => [
    one,
    ...(one.also ?? []).map(more => ({ ...more, contract: one.contract })),
  ])
  const isToken = places.some(
    one =>
      one.chain === network &&
      isSame(one.asset.address, asset) &&
      [asset, one.contract].some(contract => isSame(contract, verifyingContract)),
  )
  return isToken && typeof amount === 'string' && /^\d+(\.\d{1,6})?$/.test(amount)
}

const isSame = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()
