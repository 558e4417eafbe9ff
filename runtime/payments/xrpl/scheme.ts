/**
 * The payment scheme of the XRP Ledger: the caller signs a Payment transaction of exactly the
 * amount to the gateway's account, and the gateway sends it.
 */
import { isValidClassicAddress } from 'xrpl'
import type { NetworkSpec } from '../../contract.ts'
import { decodeHeader, invalid } from '../header.ts'
import type { PaymentScheme } from '../scheme.ts'
import type { XrplBackend } from './backend.ts'
import { decimalOf, wholeMicro } from '../../lib/decimal.ts'
import type { Node } from './node.ts'
import { extraOf } from './offer.ts'
import { readAuthorization } from './read.ts'
import { fault } from './rules.ts'
import type { Authorization } from './types.ts'

/** The id of a payment: the hash of its transaction. */
const HASH = /^[0-9a-f]{64}$/i

/** The account that is paid, how payments settle, and where balances are read. */
export interface SchemeOptions {
  payTo: string
  backend: XrplBackend
  node: Node
}

/** The payment scheme of an XRP Ledger network. */
export interface XrplScheme extends PaymentScheme<Authorization> {
  readonly backend: XrplBackend
}

/** Creates the payment scheme. Throws if the recipient or the asset is not one of the ledger's. */
export function createXrplScheme(
  spec: NetworkSpec,
  { payTo, backend, node }: SchemeOptions,
): XrplScheme {
  const { chain, asset } = spec
  if (!isValidClassicAddress(payTo))
    throw new Error('the account to be paid (payTo) is not a classic address')
  if (!isValidClassicAddress(asset.issuer ?? ''))
    throw new Error('the issuer of the asset is not a classic address')
  const scheme: XrplScheme = {
    spec,
    payTo,
    backend,
    requirements: (amount, maxTimeoutSeconds) => ({
      scheme: spec.scheme,
      network: chain,
      amount: decimalOf(amount),
      asset: asset.address,
      payTo,
      maxTimeoutSeconds,
      extra: extraOf(spec),
    }),
    owns: of => of.scheme === spec.scheme && of.network === chain && of.asset === asset.address,
    keyOf: hash =>
      HASH.test(hash) ? `${chain}|${asset.address}|${hash.toUpperCase()}` : undefined,
    read: (fields, at) => readAuthorization(spec, fields, at),
    decode: (header, at) => decodeHeader([scheme], header, at),
    async verify(payment, requirements) {
      const { authorization } = payment
      const text = fault(payment, requirements)
      if (text !== undefined) return invalid(text)
      // The ledger accepts no Payment of 0, so such a payment can identify its wallet and never
      // moves money. Its owner and its freshness are known only from the ledger.
      return authorization.value === 0n
        ? backend.identify(payment, requirements)
        : backend.check(payment, requirements)
    },
    async balanceOf(wallet) {
      if (!isValidClassicAddress(wallet)) throw new TypeError('not a classic address')
      const line = await node.line(wallet)
      return (line && wholeMicro(line.balance)) ?? 0n
    },
    head: () => node.head(),
  }
  return scheme
}
