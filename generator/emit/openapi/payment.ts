/**
 * How documents say what a call costs: `x-payment-info` in both dialects, and the 402 that carries
 * the challenge.
 */
import { kindOf } from '../../../runtime/payments/kinds.ts'
import type { NetworkIR } from '../../ir.ts'
import { usd } from '../../examples/money.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import type { Schema } from './schema.ts'

/**
 * `x-payment-info` of a paid operation: x402scan's `pricingMode` and prices in USD, and one
 * `offers` entry per network with the amount in base units (null where it depends on the request).
 */
export function paymentInfo(price: RoutePrice, networks: readonly NetworkIR[]): Schema {
  const offers = networks.flatMap(network => {
    const kind = kindOf(network.kind)
    return kind.offers(network).map(offer => ({
      amount: price.mode === 'fixed' ? wholeUnits(kind.amount(price.min!)) : null,
      currency: offer.asset,
      intent: 'charge',
      method: 'x402',
      network: offer.network,
      scheme: offer.scheme,
    }))
  })
  return { protocols: ['x402'], pricingMode: price.mode, ...amounts(price), offers }
}

/** An amount as the document's dialect has it: whole units only. */
const wholeUnits = (amount: string): string | null => (/^\d+$/.test(amount) ? amount : null)

function amounts(price: RoutePrice): Schema {
  const { mode, min, max } = price
  if (mode === 'fixed') return { price: usd(min!) }
  return {
    ...(min === undefined ? {} : { minPrice: usd(min) }),
    ...(max === undefined ? {} : { maxPrice: usd(max) }),
  }
}

/** The price of an operation as a badge of its page: exact, or the least where that is proven. */
export function badges({ mode, min }: RoutePrice): Schema[] {
  const from = min === undefined ? 'quoted' : `${mode === 'fixed' ? '' : 'from '}${usd(min)} USD`
  return [{ name: from }]
}

/** The price list of an operation as a table in Markdown, behind an empty line. */
export function priceTable(price: RoutePrice | undefined): string {
  const lines = price?.lines ?? []
  if (lines.length < 2) return ''
  const rows = lines.map(({ model, inputs, micro, free }) => ({
    ...(model === undefined ? {} : { model }),
    ...inputs,
    USD: free ? 'free' : usd(micro),
  }))
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const line = (cells: readonly unknown[]): string => `|${cells.map(cellOf).join('|')}|`
  const body = rows.map(row => line(columns.map(name => (row as Schema)[name])))
  return ['\n', line(columns), line(columns.map(() => '-')), ...body].join('\n')
}

const cellOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll('|', '\\|')
}

const text = (description: string): Schema => ({ description, schema: { type: 'string' } })

/** Headers of challenges and receipts. */
export const PAYMENT_HEADERS: Record<string, Schema> = {
  Challenge: text('The challenge: base64 of JSON `{x402Version, resource, accepts, extensions}`.'),
  ChallengeAgain: text('The same value as PAYMENT-REQUIRED.'),
  ChallengeScheme: text('`X402 requirements=` and the same value.'),
  Receipt: text('The receipt: base64 of JSON `{success, transaction, network, payer}`.'),
  Transaction: text('Hash of the settlement transaction.'),
}

const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` })

/** The shared 402 response, and how operations refer to it. */
export const PAYMENT_REQUIRED: Schema = {
  description:
    'Payment required, or the payment was not accepted. Sign `accepts[0]` and send the ' +
    'request again with a PAYMENT-SIGNATURE header.',
  headers: {
    'PAYMENT-REQUIRED': header('Challenge'),
    'X-Payment-Required': header('ChallengeAgain'),
    'WWW-Authenticate': header('ChallengeScheme'),
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Challenge' } } },
}
export const REQUIRED: Schema = { $ref: '#/components/responses/PaymentRequired' }

/** Headers of a paid success. */
export const RECEIPT_HEADERS: Schema = {
  'PAYMENT-RESPONSE': header('Receipt'),
  'X-Payment-Receipt': header('Transaction'),
}

const AMOUNT = 'Base units of the asset, or tokens with decimals where its ledger counts so.'

/** Schemas of the challenge. */
export const CHALLENGE_SCHEMAS: Record<string, Schema> = {
  Challenge: {
    type: 'object',
    properties: {
      x402Version: { const: 2 },
      accepts: { type: 'array', items: { $ref: '#/components/schemas/Requirements' } },
      error: { type: 'string' },
      message: { type: 'string' },
      code: { type: 'string', description: 'Why a payment was not accepted.' },
      price: {
        type: 'object',
        properties: { amount: { type: 'string' }, currency: { type: 'string' } },
      },
    },
  },
  Requirements: {
    type: 'object',
    properties: {
      scheme: { type: 'string' },
      network: { type: 'string', description: 'CAIP-2 chain.' },
      amount: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$', description: AMOUNT },
      asset: { type: 'string' },
      payTo: { type: 'string' },
      maxTimeoutSeconds: { type: 'number' },
      extra: { type: 'object' },
    },
    required: ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds'],
  },
}
