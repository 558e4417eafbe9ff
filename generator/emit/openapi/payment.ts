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
      payTo: '{payTo}',
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

/** The price list of an operation, one entry a line. */
export function priceTable(price: RoutePrice): Schema[] {
  return price.lines.map(({ model, inputs, micro, free }) => ({
    ...(model === undefined ? {} : { model }),
    ...inputs,
    usd: usd(micro),
    ...(free ? { free } : {}),
  }))
}

const CHALLENGE_HEADER = {
  description: 'The challenge: base64 of JSON `{x402Version, resource, accepts, extensions}`.',
  schema: { type: 'string' },
}

/** The shared 402 response. */
export const PAYMENT_REQUIRED: Schema = {
  description:
    'Payment required, or the payment was not accepted. Sign `accepts[0]` and send the request again with a PAYMENT-SIGNATURE header.',
  headers: {
    'PAYMENT-REQUIRED': CHALLENGE_HEADER,
    'X-Payment-Required': {
      ...CHALLENGE_HEADER,
      description: 'The same value as PAYMENT-REQUIRED.',
    },
    'WWW-Authenticate': {
      description: '`X402 requirements=` and the same value.',
      schema: { type: 'string' },
    },
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Challenge' } } },
}

/** Headers of a paid success. */
export const RECEIPT_HEADERS: Schema = {
  'PAYMENT-RESPONSE': {
    description: 'The receipt: base64 of JSON `{success, transaction, network, payer}`.',
    schema: { type: 'string' },
  },
  'X-Payment-Receipt': {
    description: 'Hash of the settlement transaction.',
    schema: { type: 'string' },
  },
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
