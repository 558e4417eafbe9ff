/**
 * Describes the price of a call in documents: `x-payment-info` in both dialects, and the 402 with
 * the challenge.
 */
import { kindOf } from '../../../runtime/payments/kinds.ts'
import type { NetworkIR } from '../../ir.ts'
import { usd } from '../../examples/money.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import type { Schema } from './schema.ts'

/**
 * `x-payment-info` of a paid operation: x402scan's `pricingMode` and prices in USD, and the amount
 * in base units if it is the same for every request. The unit of amounts and the ways to pay are
 * written once for all operations: `offers` of `x-service-info`.
 */
export function paymentInfo(price: RoutePrice, network: NetworkIR): Schema {
  const amount = price.mode === 'fixed' ? wholeUnits(kindOf(network.kind).amount(price.min!)) : null
  return {
    protocols: ['x402'],
    pricingMode: price.mode,
    ...amounts(price),
    ...(amount === null ? {} : { amount }),
  }
}

/** The ways to pay for the operations of a document: one entry for each offer. */
export function offersOf(network: NetworkIR): Schema[] {
  return kindOf(network.kind)
    .offers(network)
    .map(({ asset, network: chain, scheme }) => ({
      currency: asset,
      intent: 'charge',
      method: 'x402',
      network: chain,
      scheme,
    }))
}

/** An amount in the document's dialect, which has whole units only. */
const wholeUnits = (amount: string): string | null => (/^\d+$/.test(amount) ? amount : null)

function amounts(price: RoutePrice): Schema {
  const { mode, min, max } = price
  if (mode === 'fixed') return { price: usd(min!) }
  return {
    ...(min === undefined ? {} : { minPrice: usd(min) }),
    ...(max === undefined ? {} : { maxPrice: usd(max) }),
  }
}

/**
 * The price list of an operation as a Markdown table after an empty line: models and choices, those
 * of one price together. `/api/pricing` lists the prices of whole requests.
 */
export function priceTable(price: RoutePrice | undefined): string {
  const lines = (price?.lines ?? []).filter(({ inputs }) => inputs?.request === undefined)
  if (lines.length < 2) return ''
  const rows = lines.map(({ model, inputs, micro, free }) => ({
    ...(model === undefined ? {} : { model }),
    ...inputs,
    USD: free ? 'free' : usd(micro),
  }))
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return tableOf(
    columns.map((name, i) => (i === columns.length - 1 ? { name, isNumber: true } : { name })),
    together(rows.map(row => columns.map(name => cellOf((row as Schema)[name])))),
  )
}

/**
 * The rates of an operation as a table in Markdown, with what each column means below it; or where
 * there are none, what calls of each model cost. Empty where neither is known.
 */
export function ratesTable(price: RoutePrice | undefined): string {
  const { rates, rows = [] } = price ?? {}
  if (rates === undefined) return boundsTable(rows)
  const columns = rates.columns.map(({ name }) => ({
    name,
    isNumber: rates.rows.every(({ cells }) => isAmount(cells[name])),
  }))
  const body = rates.rows.map(({ model, cells, free }) => [
    free ? `${model} (free)` : model,
    ...columns.map(({ name }) => cellOf(cells[name])),
  ])
  const meanings = rates.columns.flatMap(({ name, about }) =>
    about === undefined || about === '' ? [] : [`- \`${name}\`: ${about}`],
  )
  const table = tableOf([{ name: 'model' }, ...columns], body)
  return meanings.length === 0 ? table : [table, '', ...meanings].join('\n')
}

const isAmount = (cell: unknown): boolean =>
  cell === undefined ||
  typeof cell === 'number' ||
  (typeof cell === 'string' && /^[\d.]+$/.test(cell))

function boundsTable(rows: NonNullable<RoutePrice['rows']>): string {
  if (rows.length < 2) return ''
  const amount = (micro: bigint | undefined): string => (micro === undefined ? '' : usd(micro))
  const body = rows.map(({ model, min, max }) => [model, amount(min), amount(max)])
  const columns = ['least USD', 'most USD'].map(name => ({ name, isNumber: true }))
  return tableOf([{ name: 'model' }, ...columns], body)
}

interface Column {
  name: string
  isNumber?: boolean
}

/** A table behind an empty line; numbers are aligned to the right. */
function tableOf(columns: readonly Column[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `|${cells.join('|')}|`
  const rule = line(columns.map(({ isNumber }) => (isNumber ? '-:' : '-')))
  return ['\n', line(columns.map(({ name }) => name)), rule, ...body.map(line)].join('\n')
}

/** Rows that differ in only one cell, as one row with all of its values. */
function together(rows: readonly string[][]): string[][] {
  const found: string[][] = []
  for (const row of rows) {
    const last = found.at(-1)
    const different = row.flatMap((cell, i) => (last?.[i] === cell ? [] : [i]))
    const [at] = different
    if (last !== undefined && different.length === 1 && at !== row.length - 1)
      last[at!] = `${last[at!]}, ${row[at!]}`
    else found.push([...row])
  }
  return found
}

const cellOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll(/(?<!\\)\|/g, '\\|')
}

const text = (description: string): Schema => ({ description, schema: { type: 'string' } })

/** The headers of challenges. */
export const PAYMENT_HEADERS: Record<string, Schema> = {
  Challenge: text('The challenge: base64 of JSON `{x402Version, resource, accepts, extensions}`.'),
  ChallengeAgain: text('The same value as PAYMENT-REQUIRED.'),
  ChallengeScheme: text('`X402 requirements=` and the same value.'),
}

const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` })

/** The shared 402 response. */
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
/** The reference of operations to the 402 response. */
export const REQUIRED: Schema = { $ref: '#/components/responses/PaymentRequired' }

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
