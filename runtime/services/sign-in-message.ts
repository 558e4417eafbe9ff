/**
 * Builds the text that a wallet signs to sign in, as x402's extension `sign-in-with-x` writes it
 * (EIP-4361 on EVM chains, and its equivalent on Solana), and verifies its signature.
 */
import { addressOf, curve } from '../payments/evm/curve.ts'
import { keccak } from '../payments/evm/keccak.ts'
import { isPlain, splitSignature } from '../payments/evm/signature.ts'
import { fromBase58 } from '../payments/solana/base58.ts'
import { isSignedBy } from '../payments/solana/keys.ts'

/** The members of a sign-in; each is a text or a list of texts. */
export interface SignIn {
  domain: string
  address: string
  statement?: string
  uri: string
  version: string
  chainId: string
  nonce: string
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
  signature: string
}

/** How the wallets of a kind of chain sign in. */
export interface SignInKind {
  /** The kind of their signatures, as the extension names it. */
  type: 'eip191' | 'ed25519'
  account: string
  /** The text between the address and the rest if there is no statement. */
  gap: string
  /** Returns the wallet, in the form of records, if it signed the text. */
  signer(signIn: SignIn, text: string): string | undefined
}

const EVM: SignInKind = {
  type: 'eip191',
  account: 'Ethereum',
  gap: '\n\n',
  signer({ address, signature }, text) {
    if (!/^0x[0-9a-fA-F]+$/.test(signature) || !isPlain(signature)) return undefined
    const parts = splitSignature(signature)
    if (typeof parts === 'string') return undefined
    const bytes = Buffer.from(text, 'utf8')
    const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`)
    const key = curve.recover(keccak(Buffer.concat([prefix, bytes])), parts.rs, parts.bit)
    const wallet = key && addressOf(key)
    return wallet === address.toLowerCase() ? wallet : undefined
  },
}

const SOLANA: SignInKind = {
  type: 'ed25519',
  account: 'Solana',
  gap: '\n',
  signer({ address, signature }, text) {
    const bytes = fromBase58(signature, 64)
    // Anyone can sign for a point of small order; no wallet has such a key.
    if (bytes === undefined || isSmallOrder(address)) return undefined
    return isSignedBy(address, Buffer.from(text, 'utf8'), bytes) ? address : undefined
  },
}

/** The curve's points of small order, as public keys in hex, without the sign bit. */
const SMALL = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

function isSmallOrder(address: string): boolean {
  const bytes = Buffer.from(fromBase58(address, 32) ?? [])
  if (bytes.length !== 32) return true
  bytes[31]! &= 0x7f
  return SMALL.has(bytes.toString('hex'))
}

/** Returns how wallets of a chain sign in; undefined if they cannot. */
export function signInKind(chain: string): SignInKind | undefined {
  if (/^eip155:\d{1,20}$/.test(chain)) return EVM
  return chain.startsWith('solana:') ? SOLANA : undefined
}

/** Returns the text of a sign-in. */
export function signInText(signIn: SignIn, { account, gap }: SignInKind): string {
  const { domain, address, statement, resources = [] } = signIn
  const head = `${domain} wants you to sign in with your ${account} account:\n${address}\n`
  const lines: [string, string | undefined][] = [
    ['URI', signIn.uri],
    ['Version', signIn.version],
    ['Chain ID', signIn.chainId.split(':')[1]],
    ['Nonce', signIn.nonce],
    ['Issued At', signIn.issuedAt],
    ['Expiration Time', signIn.expirationTime],
    ['Not Before', signIn.notBefore],
    ['Request ID', signIn.requestId],
  ]
  const written = lines
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
  const listed = resources.length === 0 ? [] : ['Resources:', ...resources.map(one => `- ${one}`)]
  const middle = statement === undefined ? gap : `\n${statement}\n\n`
  return head + middle + [...written, ...listed].join('\n')
}
