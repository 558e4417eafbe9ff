/** The keys of a network in networks/. */
import { KINDS } from '../../runtime/payments/kinds.ts'
import { choice, like, listOf, named, text } from '../shape/schema.ts'
import { keysOf, type Key } from './key.ts'
import { shapeOnly } from './shared.ts'

/** The x402 schemes of all kinds. */
const SCHEMES = [...new Set(Object.values(KINDS).flatMap(({ schemes }) => schemes))]

/** `asset:` of a network and of its further chains. */
const ASSET_KEYS = keysOf({
  symbol: {
    kind: 'text',
    about: 'Symbol, e.g. USDC',
    example: 'symbol: USDC',
    required: true,
  },
  address: {
    kind: 'text',
    about: 'Address of the token on its chain',
    example: 'address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"',
    required: true,
  },
  decimals: {
    kind: 'count',
    about: 'Digits after the point of one token',
    example: 'decimals: 6',
    required: true,
  },
  name: {
    kind: 'text',
    about: 'Name of the contract, as its signatures use it (EIP-712)',
    example: 'name: USD Coin',
    note: 'The kind `evm` needs it.',
  },
  version: {
    kind: 'text',
    about: 'Version of the contract, as its signatures use it (EIP-712)',
    example: 'version: "2"',
    note: 'The kind `evm` needs it.',
  },
  issuer: {
    kind: 'text',
    about: 'Account that issues the token, where a ledger has issuers',
    example: 'issuer: rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
    note: 'The kind `xrpl` needs it.',
  },
})

const ASSET = {
  kind: 'map',
  about: 'The token that is paid',
  example:
    'asset:\n  symbol: USDC\n  address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"\n' +
    '  decimals: 6\n  name: USD Coin\n  version: "2"',
  keys: ASSET_KEYS,
  required: true,
} as const satisfies Key

const CHAIN = {
  kind: 'text',
  about: 'CAIP-2 id',
  example: 'chain: eip155:8453',
  shape: shapeOnly(
    like('', '^[-a-z0-9]{3,8}:[-A-Za-z0-9]{1,64}$', 'a CAIP-2 id such as eip155:8453'),
  ),
  required: true,
} as const satisfies Key

/** An entry of `also:`. */
const FURTHER_KEYS = keysOf({
  chain: CHAIN,
  asset: ASSET,
  label: {
    kind: 'text',
    about: 'Name in bodies and receipts, if it has its own',
    example: 'label: nano-arbitrum',
  },
})

/** A network: the chain and token in which one address of the gateway is paid. */
export const NETWORK_KEYS = keysOf({
  kind: {
    kind: 'word',
    about: 'Kind of network',
    words: Object.keys(KINDS),
    example: 'kind: evm',
    note:
      'With `batched`, wallets pay with deposits in a contract on several chains; with the ' +
      'others, they sign transfers of the token.',
    required: true,
  },
  scheme: {
    kind: 'word',
    about: 'x402 scheme',
    words: SCHEMES,
    example: 'scheme: exact',
    note:
      'With `upto`, callers sign the most that a call may cost, and pay for its actual use; ' +
      'only the kind `evm` has it.',
    required: true,
  },
  chain: CHAIN,
  label: {
    kind: 'text',
    about: 'Name in bodies and receipts',
    example: 'label: base',
    required: true,
  },
  asset: ASSET,
  on_request: {
    kind: 'names',
    about: 'Further x402 schemes, for callers that ask for one in the header X-Payment-Scheme',
    example: 'on_request: [upto]',
    shape: shapeOnly(listOf('', choice('A further x402 scheme', SCHEMES))),
  },
  also: {
    kind: 'map',
    about: 'Further chains on which the same gateway is paid',
    item: 'A further chain',
    example:
      'also:\n  - chain: eip155:42161\n    label: nano-arbitrum\n    asset:\n' +
      '      symbol: USDC\n      address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831"\n' +
      '      decimals: 6',
    note: 'They have the kind and the scheme of the network.',
    keys: FURTHER_KEYS,
  },
  contract: {
    kind: 'text',
    about: 'The contract that holds the deposits of wallets',
    example: 'contract: "0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE"',
    note: 'The kind `batched` needs it.',
  },
  retired: {
    kind: 'text',
    about: 'Shown in documents: when this network ends, and what to use instead',
    example: 'retired: This address ends in March 2027. Use the address on Base.',
  },
  only: {
    kind: 'other',
    about: 'Rows on sale here, per models file; files that are not named are sold whole',
    example: 'only: { images.models: [maker/small, maker/large] }',
    shape: shapeOnly(named('', listOf('Row ids', text('A row id')), text('A models file'))),
  },
})
