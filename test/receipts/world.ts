/** A gateway that signs receipts, and what clients of the published package read of it. */
import {
  extractReceiptFromResponse,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import type { Json, Outcome, Route } from '../../runtime/contract.ts'
import type { Dependencies } from '../../runtime/context.ts'
import { createReceiptSigner } from '../../runtime/payments/receipt-signer.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, startCashGateway } from '../helpers/cash-gateway.ts'
import type { CashGateway, Seen, World } from '../helpers/cash-gateway.ts'
import { chats, openStreams, type ManualStream } from '../helpers/cash-streams.ts'

export const KEYS = [
  'the first signing key of this gateway',
  'an older signing key of this gateway',
]

const free: Omit<Route, 'id' | 'path'> = {
  ...routes.hello!,
  reply: undefined,
  fixed: undefined,
}

/** A call that is charged for what it finds. */
const list: Route = {
  ...routes.tree!,
  id: 'post_list',
  path: '/list',
  chargeIf: undefined,
  price: {
    micro: () => 2000n,
    actual: c => BigInt(Number(c.result!.found) * 300),
    actualReads: ['result.found'],
    decimals: 6,
    identify: false,
  },
}

/** A conversation, whose usage is estimated where its upstream reports none. */
const chat: Route = { ...chats.chat!, promptTokens: () => 7, tokenizer: () => 'o200k' }
const hooks = { estimateTokens: (words: string) => words.length }

const page: Route['query'] = {
  schema: {
    type: 'object',
    properties: {
      month: { type: 'string' },
      skip: { type: 'integer', default: 0 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
    },
  },
  unknown: 'refuse',
}

/** A call whose price has lines. */
const write: Route = {
  ...routes.write!,
  price: {
    ...routes.write!.price!,
    lines: c => [['texts', c.body.n, 1n, c.model.price, 1_000_000n]],
  },
}

/** Free routes that name the services. */
const served: readonly Route[] = [
  { ...free, id: 'get_purchases', path: '/purchases', serves: 'purchases', query: page },

  { ...free, id: 'get_purchase', path: '/purchases/{nonce}', serves: 'purchase' },

  { ...free, id: 'get_keys', path: '/keys', serves: 'signing_keys' },
]

/** A gateway of the hand-written catalog, and the streams that its upstream has begun. */
export interface ReceiptsWorld {
  at: CashGateway
  world: World
  opened: ManualStream[]
}

/** Starts a gateway; its upstream answers as the test says. */
export async function startReceipts(
  parts: Partial<Dependencies> = {},
  now?: number,
): Promise<ReceiptsWorld> {
  const sold = [routes.read!, write, routes.tree!, list, chat]
  const catalog = cashCatalog([...sold, ...served])
  const unsecured = { ...catalog.gateway, unsecured: 100_000 }
  const native = {
    ...catalog.envelopes.native!,
    payment_required: ({ challenge }: Outcome) => ({ status: 402, body: { ...challenge } as Json }),
  }
  const envelopes = { ...catalog.envelopes, native }
  const world = cashWorld({ ...catalog, envelopes, gateway: unsecured }, undefined, now)
  Object.assign(world.cash.paymentScheme, { isMetered: true })
  const opened = openStreams(world)
  const at = await startCashGateway(world, {
    parts: { hooks, receipts: createReceiptSigner(KEYS), ...parts },
  })
  return { at, world, opened }
}

/** The receipt of a reply, as the published client reads and verifies it. */
export async function receiptIn(seen: Seen): Promise<any> {
  const receipt = extractReceiptFromResponse({ headers: seen.headers } as Response)
  if (receipt === undefined) return undefined
  return verifyReceiptSignatureJWS(receipt as Parameters<typeof verifyReceiptSignatureJWS>[0])
}
