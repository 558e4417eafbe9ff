/** Solana: a token of the SPL programs, paid by a transfer that the wallet signs. */
import type { NetworkKind, Notation } from '../kind.ts'
import { readSecretKey } from './keys.ts'

/** An address. */
const ADDRESS: Notation = {
  pattern: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  wants: 'a Solana address: 32 to 44 characters of base58',
}

/** The kind `solana`. */
export const solana: NetworkKind = {
  chain: {
    pattern: /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/,
    wants: 'a CAIP-2 id such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  },
  asset: ADDRESS,
  wallet: ADDRESS,
  schemes: ['exact'],
  needs: [],
  node: ['http:', 'https:'],
  key: { wants: 'a Solana secret key: 64 bytes in base58, or as a key file', read: readSecretKey },
  unset: 'refused',
  // The wallet that pays the fees is known only to a running gateway.
  offers: ({ scheme, chain, asset }) => [
    { scheme, network: chain, asset: asset.address, extra: {} },
  ],
  amount: String,
  open: parts => import('./open.ts').then(({ openSolana }) => openSolana(parts)),
}
