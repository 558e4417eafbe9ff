/**
 * Recognises well-known development keys: the accounts of the test mnemonic that local chains share
 * and the wallets of other local networks (anyone can spend their money), and the signing key of
 * `npm start`.
 */
import { createHash } from 'node:crypto'

/** Accounts of the shared test mnemonic. */
const ADDRESSES = new Set([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  // Wallets of local networks on Solana and on the XRP Ledger.
  'Fc3xdjLZfK7XrvkGis749jsfaAX6LQrDF2LHwkt5Dga2',
  'GrQVNve8V9cz3Dtek1mFHaZnCLRFLJ6MXC5yAs5Vpevb',
  '7kgwjiRnN4wVeG74zZHALjVL5DxD91CrxCfAurM9Vxv2',
  'r3sNTMefq5gsRumMYsNznnX6yzzxVH6dTC',
  'rpjfAeE3DeeHPFnN2PgGFW5YxnZFAjrEyN',
])

/** The first half of the sha256 of their keys, so that this file contains no keys. */
const KEYS = new Set([
  '59891c96881dfbcf7d2ddc270b7813e6',
  'bca4c2c0761d850f0c403a699280f70f',
  '193ae84c4c9567c25105535802f463f3',
  'e25a680eff8baac7b15129a830ecc402',
  '6718ba8966161cc843e01e8d19f01885',
  'ac29b3735d1b57180dea890d6321cd27',
  '93e372c67f7238faf2dfdc029246b299',
  '59ad99d565557cc0968550ed2f5ea5ff',
  '2d1831e800ec18fe3e29da2e4357db93',
  '25061aad2bb0917814989eb38f95608a',
  'fc40b1c1f6c88322fef0b4a1daf4a7fd',
  '58d45f655568e1ca608bd246419d149b',
  '367dbec3b132f8c91d1ac66765b515bb',
])

/** The same for well-known signing keys. */
const SIGNING_KEYS = new Set(['f23efd5329893c0ed894f2bdc18ee21e'])

const digest = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Whether an address belongs to a well-known development key. */
export function isDevelopmentAddress(address: string): boolean {
  return ADDRESSES.has(/^0x/i.test(address) ? address.toLowerCase() : address)
}

/** Whether a private key is a well-known development key. */
export function isDevelopmentKey(key: string): boolean {
  const hex = /^0x([0-9a-f]{64})$/i.exec(key)?.[1]
  return KEYS.has(digest(hex === undefined ? Buffer.from(key) : Buffer.from(hex, 'hex')))
}

/** Whether a signing key is a well-known development key. */
export function isDevelopmentSigningKey(key: string): boolean {
  return SIGNING_KEYS.has(digest(Buffer.from(key)))
}
