/** Shape of `catalog/networks/*.yaml`. */
import { KINDS } from '../../runtime/payments/kinds.ts'
import { choice, keys, like, listOf, named, text, whole, type Schema } from './schema.ts'

const chain = like(
  'CAIP-2 id',
  '^[-a-z0-9]{3,8}:[-A-Za-z0-9]{1,64}$',
  'a CAIP-2 id such as eip155:8453',
)

const asset = keys(
  'The token that is paid',
  {
    symbol: text('Symbol, e.g. USDC'),
    address: text('Address of the token on its chain'),
    decimals: whole('Digits after the point of one token'),
    name: text('Name of the contract, as its signatures use it (EIP-712)'),
    version: text('Version of the contract, as its signatures use it (EIP-712)'),
    issuer: text('Account that issues the token, where a ledger has issuers'),
  },
  ['symbol', 'address', 'decimals'],
)

/** The x402 schemes of all kinds. */
const SCHEMES = [...new Set(Object.values(KINDS).flatMap(({ schemes }) => schemes))]

const network = keys(
  'One gateway address: the chain and token in which it is paid',
  {
    kind: choice('Kind of network', Object.keys(KINDS)),
    scheme: choice('x402 scheme', SCHEMES),
    chain,
    label: text('Name in bodies and receipts'),
    asset,
    on_request: listOf(
      'Further x402 schemes, for callers that ask for one in the header X-Payment-Scheme',
      choice('A further x402 scheme', SCHEMES),
    ),
    also: listOf(
      'Further chains on which the same gateway is paid',
      keys(
        'A further chain',
        { chain, asset, label: text('Name in bodies and receipts, if it has its own') },
        ['chain', 'asset'],
      ),
    ),
    contract: text('The contract that holds the deposits of wallets'),
    retired: text('Shown in documents: when this network ends, and what to use instead'),
    only: named(
      'Rows on sale here, per models file; files that are not named are sold whole',
      listOf('Row ids', text('A row id')),
      text('A models file'),
    ),
  },
  ['kind', 'scheme', 'chain', 'label', 'asset'],
)

const NETWORK_NAME = like(
  'Name of a network',
  '^[a-z][a-z0-9-]*$',
  'a name of small letters, digits and -',
)

/** The file of networks. */
export const networksSchema: Schema = named('Networks by name', network, NETWORK_NAME)
