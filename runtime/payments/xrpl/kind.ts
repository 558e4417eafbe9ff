/** The XRP Ledger: an issued currency, paid by signed Payment transactions. */
import type { NetworkKind, Notation } from '../kind.ts'
import { decimalOf } from '../../lib/decimal.ts'
import { extraOf } from './offer.ts'

/** A classic address; it is case-sensitive. */
export const XRPL_ADDRESS: Notation = {
  pattern: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
  wants: 'a classic address: r and 24 to 34 base58 characters',
}

/** A CAIP-2 id of an XRP Ledger network. */
const XRPL_CHAIN: Notation = {
  pattern: /^xrpl:(?:0|[1-9][0-9]{0,9})$/,
  wants: 'a CAIP-2 id such as xrpl:0',
}

/** A currency code in its long form. */
const XRPL_CURRENCY: Notation = {
  pattern: /^(?!0{40})[0-9A-F]{40}$/,
  wants: 'a currency code: 40 upper-case hex digits',
}

/** The kind `xrpl`. */
export const xrpl: NetworkKind = {
  chain: XRPL_CHAIN,
  asset: XRPL_CURRENCY,
  wallet: XRPL_ADDRESS,
  schemes: ['exact'],
  needs: ['issuer'],
  node: ['ws:', 'wss:'],
  unset: 'open',
  offers: spec => [
    { scheme: spec.scheme, network: spec.chain, asset: spec.asset.address, extra: extraOf(spec) },
  ],
  amount: decimalOf,
  open: parts => import('./open.ts').then(({ openXrpl }) => openXrpl(parts)),
}
