/** EVM chains: a token that is paid by signed authorizations. */
import { createECDH } from 'node:crypto'
import type { NetworkKind, Notation } from '../kind.ts'
import { SPONSORING_DECLARED } from './upto/sponsoring.ts'

/** An EVM address. */
export const EVM_ADDRESS: Notation = {
  pattern: /^0x[0-9a-fA-F]{40}$/,
  wants: 'an address: 0x and 40 hex digits',
}

/** A CAIP-2 id of an EVM chain. */
export const EVM_CHAIN: Notation = {
  pattern: /^eip155:[1-9][0-9]*$/,
  wants: 'a CAIP-2 id such as eip155:8453',
}

/** Reads a private key of secp256k1, in lower case. */
function readKey(text: string): string | undefined {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) return undefined
  try {
    createECDH('secp256k1').setPrivateKey(Buffer.from(text.slice(2), 'hex'))
    return text.toLowerCase()
  } catch {
    return undefined
  }
}

/** The kind `evm`. */
export const evm: NetworkKind = {
  chain: EVM_CHAIN,
  asset: EVM_ADDRESS,
  wallet: EVM_ADDRESS,
  schemes: ['exact', 'upto'],
  needs: ['name', 'version'],
  node: ['http:', 'https:'],
  key: { wants: 'a private key: 0x and 64 hex digits', read: readKey },
  unset: 'refused',
  offers: ({ scheme, chain, asset }) => [
    {
      scheme,
      network: chain,
      asset: asset.address,
      extra: {
        name: asset.name ?? '',
        version: asset.version ?? '',
        ...(scheme === 'upto' ? { assetTransferMethod: 'permit2' } : {}),
      },
    },
  ],
  declares: ({ scheme }) => (scheme === 'upto' ? SPONSORING_DECLARED : undefined),
  amount: String,
  open: parts => import('./open.ts').then(({ openEvm }) => openEvm(parts)),
}
