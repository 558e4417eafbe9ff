/** Swaps without gas: the relayer sends what was quoted and signed, and its status moves on. */
import { createHash } from 'node:crypto'
import { gaslessQuote, hashOf } from './quotes.ts'
import { Refused, ZID, type Asked } from './params.ts'

const STATES = ['pending', 'submitted', 'confirmed'] as const

interface Trade {
  chainId: number
  polls: number
}

/** The swaps without gas that one upstream knows. */
export interface Trades {
  /** A firm quote, which can be submitted once. */
  quote(asked: Asked): object
  /** Takes a signed swap. Throws `Refused`. */
  submit(body: any): object
  /** The status; each poll moves it on. Throws `Refused`. */
  status(hash: string, chainId: number): object
}

const digest = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`

/** A signature: as a hex text, or in parts. */
function isSigned(value: any): boolean {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{130}$/.test(value)
  const word = /^0x[0-9a-fA-F]{64}$/
  return [27, 28].includes(value?.v) && word.test(value?.r) && word.test(value?.s)
}

/** An upstream without any swaps. */
export function trades(): Trades {
  const quoted = new Map<string, { chainId: number; approval?: string }>()
  const sent = new Map<string, Trade>()
  return {
    quote(asked) {
      const { trade, approval } = gaslessQuote(asked, quoted.size)
      quoted.set(trade.hash, {
        chainId: asked.chainId,
        ...(approval === null ? {} : { approval: approval.hash }),
      })
      return { trade, approval }
    },
    submit(body) {
      const hash = hashOf(body?.trade?.eip712)
      const known = hash === undefined ? undefined : quoted.get(hash)
      if (known === undefined || String(body.chainId) !== String(known.chainId))
        throw new Refused(400, 'META_TRANSACTION_INVALID')
      if (!isSigned(body.trade.signature)) throw new Refused(400, 'INVALID_SIGNATURE')
      if (known.approval !== undefined) {
        if (hashOf(body.approval?.eip712) !== known.approval)
          throw new Refused(400, 'INSUFFICIENT_BALANCE_OR_ALLOWANCE')
        if (!isSigned(body.approval.signature)) throw new Refused(400, 'INVALID_SIGNATURE')
      }
      const tradeHash = digest(hash!)
      if (sent.has(tradeHash)) throw new Refused(400, 'PENDING_TRADES_ALREADY_EXIST')
      sent.set(tradeHash, { chainId: known.chainId, polls: 0 })
      return { tradeHash, type: 'settler_metatransaction', zid: ZID }
    },
    status(hash, chainId) {
      const trade = sent.get(hash)
      if (trade?.chainId !== chainId) throw new Refused(404, 'META_TRANSACTION_STATUS_NOT_FOUND')
      const status = STATES[Math.min(trade.polls++, STATES.length - 1)]!
      const transactions =
        status === 'pending' ? [] : [{ hash: digest(hash), timestamp: 1_700_000_000_000 }]
      return { status, transactions, zid: ZID }
    },
  }
}
