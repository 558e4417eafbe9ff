// Code generated from catalog/people/funding.routes.yaml by "npm run generate". DO NOT EDIT.
import { lower, need, say, text, toScaled } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { evmAddress, microAmount } from '../shapes.ts'
import { bridgeAddressOf } from '../upstreams/bridge.ts'
import type { PostVenueAFundBody, PostVenueAFundValues } from './funding.requests.ts'

/** POST /api/v1/venue-a/fund: Fund a deposit wallet at venue A without gas */
export const postVenueAFund: Route<
  Call<PostVenueAFundBody, {}, never, any, PostVenueAFundValues>
> = {
  id: 'post_venue_a_fund', origin: 'catalog/people/funding.routes.yaml:2', family: 'people/funding',
  method: 'POST', path: '/api/v1/venue-a/fund', aliases: [], prefix: '',
  summary: 'Fund a deposit wallet at venue A without gas', tags: ['prediction-markets'],
  flow: 'inline', networks: ['base', 'testnet'], envelope: 'funding', challenge: 'before_gates',
  discovery: 'challenge', authorization: 300_000, onSettlementFailure: 'absorb',
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        depositWallet: evmAddress,
        recipient: { ...evmAddress, description: 'the bridge\'s address for depositWallet' },
        amountMicro: { ...microAmount, description: 'micro-USDC, as digits; 10,000 USD at most' },
        depositAuthorization: {
          type: 'string', minLength: 16, maxLength: 16_384,
          description: 'the signed deposit: what PAYMENT-SIGNATURE holds for accepts[0] of the 402, with recipient as payTo and amountMicro as amount',
        },
      },
      required: ['depositWallet', 'recipient', 'amountMicro', 'depositAuthorization'],
    },
    unknown: 'ignore',
  },
  values: { charge: () => 11n },
  transfer: {
    payload: ({ body }) => body.depositAuthorization,
    to: ({ body }) => body.recipient,
    micro: ({ body }) => body.amountMicro,
    invalid: { status: 400, message: 'Deposit authorization invalid' },
    used: {
      status: 409, message: 'The deposit authorization was already used', code: 'PAYMENT_REPLAY',
    },
    failed: { status: 502, message: 'Deposit settlement failed' },
  },
  price: {
    micro: ({ values }) => values.charge * 1000n, // catalog/people/funding.routes.yaml:16
    reads: ['values.charge'],
    lines: () => [['call', 1, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({
    endpoint: route.path, method: route.method, description: route.summary,
    body_fields: ['depositWallet', 'recipient', 'amountMicro', 'depositAuthorization'],
  }),
  example: {
    body: {
      depositWallet: '0x0000000000000000000000000000000000000001',
      recipient: '0x0000000000000000000000000000000000000002', amountMicro: '2000000',
      depositAuthorization: 'eyJ4IjoxfXh4eHh4eA==',
    },
  },
  work: [
    { name: 'bridge', call: bridgeAddressOf, with: ({ body }) => ({ wallet: body.depositWallet }) },
    {
      refuse: ({ body, steps }) => {
        // catalog/people/funding.routes.yaml:20
        if (lower(say(steps.bridge.address)) !== lower(body.recipient))
          return { status: 403, message: 'recipient is not the deposit address of depositWallet' }
        return undefined
      },
    },
  ],
  headers: ({ transfer }) => ({ 'X-Deposit-Tx': need(transfer).tx_hash }),
  reply: ({ network, payment, transfer, values }) => ({
    success: payment !== undefined, funded: false, creditPending: true, status: 'deposit_submitted',
    deposit: {
      txHash: need(transfer).tx_hash, amountUsd: say(toScaled(need(transfer).amount_micro, -6)),
      recipient: need(transfer).recipient, network: network.label,
    },
    fee: {
      amountUsd: text(values.charge, 1000n, 3), txHash: payment?.tx_hash,
      settled: payment !== undefined,
    },
    note: 'The bridge credits the wallet within minutes, sometimes in more than half an hour. Keep X-Deposit-Tx; a repeat of this request is refused.',
  }),
  fixed: ['quote'],
}
