/** Reads a signed receipt, verifies it, and makes a sales line of it, without asking anybody. */
import { createPublicKey, verify } from 'node:crypto'
import type { Catalog } from '../../runtime/contract.ts'
import { fromBase58 } from '../../runtime/payments/solana/base58.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'

const JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** The bytes before an Ed25519 key in a did:key. */
const MULTICODEC = 'ed01'
/** Where a signed receipt may stand in JSON: in the header of a reply, or the event of a stream. */
const PLACES = [
  ['extensions', 'offer-receipt', 'info', 'receipt', 'signature'],
  ['payment', 'receipt'],
  ['receipt', 'signature'],
  ['receipt'],
  ['signature'],
]

/** What a receipt says. */
export type ReceiptPayload = Readonly<Record<string, any>>

/** A receipt whose signature is good. `isListed` if its key is one of a given list. */
export interface VerifiedReceipt {
  payload: ReceiptPayload
  kid: string
  isListed?: boolean
}

/**
 * Finds the JWS in a text: by itself, in JSON, or in a header's base64. Throws if there is none.
 */
export function findReceipt(text: string): string {
  const plain = text.trim()
  if (JWS.test(plain)) return plain
  for (const json of [plain, Buffer.from(plain, 'base64').toString('utf8')]) {
    const value = parsed(json)
    for (const place of PLACES) {
      const found = place.reduce<any>((at, name) => at?.[name], value)
      if (typeof found === 'string' && JWS.test(found)) return found
    }
  }
  throw new Error('there is no signed receipt in this file')
}

/** Verifies a receipt with the key that it names. Throws if it was not signed with it. */
export function verifyReceipt(jws: string, published?: unknown): VerifiedReceipt {
  const [head, body, signature] = jws.split('.') as [string, string, string]
  const { alg, kid } = (parsed(textOf(head)) ?? {}) as Record<string, any>
  const bytes = typeof kid === 'string' ? keyBytes(kid) : undefined
  if (alg !== 'EdDSA' || bytes === undefined)
    throw new Error('the receipt names no Ed25519 key (a did:key)')
  const x = bytes.toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    throw new Error('the signature of the receipt is wrong')
  const payload = (parsed(textOf(body)) ?? {}) as ReceiptPayload
  if (published === undefined) return { payload, kid }
  const keys = (published as { keys?: { x?: string }[] }).keys ?? []
  return { payload, kid, isListed: keys.some(one => one.x === x) }
}

function keyBytes(kid: string): Buffer | undefined {
  const bytes = fromBase58(kid.split('#')[0]!.replace(/^did:key:z/, ''), 34)
  return bytes?.toString('hex', 0, 2) === MULTICODEC ? bytes.subarray(2) : undefined
}

const textOf = (part: string): string => Buffer.from(part, 'base64url').toString('utf8')

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** What the price is computed from. Its lines only show what it adds up. */
const NEEDED: ReadonlySet<string> = new Set(['inputs', 'usage', 'model'])

/** The sales line of a receipt. Throws if the receipt has no room for what the price has read. */
export function lineOfReceipt(payload: ReceiptPayload): SaleLine {
  const { amount, amountMicroUsd, quoted, transaction, leftOut = [] } = payload
  const missing = (leftOut as string[]).filter(name => NEEDED.has(name))
  if (missing.length > 0) throw new Error(`the receipt has no room for ${missing.join(', ')}`)
  const charged = String(amountMicroUsd ?? amount)
  const isCovered = charged === '0' && transaction !== undefined
  return {
    at: payload.issuedAt * 1000,
    outcome: isCovered ? 'covered' : 'charged',
    route: payload.route,
    model: payload.model,
    wallet: payload.payer,
    network: payload.network,
    scheme: '',
    quoted: String(quoted ?? charged),
    charged,
    catalog: payload.catalog,
    since: payload.since,
    inputs: payload.inputs,
    usage: payload.usage,
  }
}

/** The name of the catalog's network on which a receipt was paid. */
export function networkOfReceipt(
  { networks }: Pick<Catalog, 'networks'>,
  { network }: ReceiptPayload,
  wanted?: string,
): string {
  const has = (name: string): boolean =>
    [networks[name], ...(networks[name]?.also ?? [])].some(one => one?.chain === network)
  if (wanted !== undefined && has(wanted)) return wanted
  const found = Object.keys(networks).find(has)
  if (found === undefined) throw new Error(`the catalog has no network on ${network}`)
  return found
}
