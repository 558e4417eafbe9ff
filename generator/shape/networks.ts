/** Shape of `catalog/networks/*.yaml`. */
import { choice, keys, like, listOf, named, text, whole, type Schema } from './schema.ts'

const asset = keys(
  'The token that is paid',
  {
    symbol: text('Symbol, e.g. USDC'),
    address: like(
      'Contract address',
      '^0x[0-9a-fA-F]{40}$',
      'an address of 0x and 40 hexadecimal digits',
    ),
    decimals: whole('Digits after the point of one token'),
    name: text('Name of the contract, as its signatures use it (EIP-712)'),
    version: text('Version of the contract, as its signatures use it (EIP-712)'),
  },
  ['symbol', 'address', 'decimals', 'name', 'version'],
)

const network = keys(
  'One gateway address: the chain and token in which it is paid',
  {
    kind: choice('Family of chains', ['evm']),
    scheme: choice('x402 scheme', ['exact']),
    chain: like('CAIP-2 id', '^eip155:[1-9][0-9]*$', 'a CAIP-2 id such as eip155:8453'),
    label: text('Name in bodies and receipts'),
    asset,
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
