/** Firm quotes: the data to sign, and the transaction to send. */
import { hashTypedData } from 'viem'
import { isSame, type Asked } from './params.ts'
import { PERMIT_CONTRACT, PERMIT_TOKENS, SETTLER } from './prices.ts'

/** Typed data of EIP-712. */
export interface TypedData {
  types: Record<string, { name: string; type: string }[]>
  domain: Record<string, unknown>
  primaryType: string
  message: Record<string, unknown>
}

/** Typed data with its hash. */
interface ToSign {
  type: string
  hash: string
  eip712: TypedData
}

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const PERMITTED = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
]
const TRANSFER = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
]
const DEADLINE = '4102444800'

/** The hash of typed data; undefined if it is none. */
export function hashOf(data: unknown): string | undefined {
  try {
    return hashTypedData(data as never)
  } catch {
    return undefined
  }
}

const toSign = (type: string, eip712: TypedData): ToSign => ({
  type,
  hash: hashOf(eip712)!,
  eip712,
})

/** The permission of the taker to move what it sells. `nonce` makes it unique. */
function transferOf(type: string, asked: Asked, nonce: number): ToSign {
  return toSign(type, {
    types: { EIP712Domain: DOMAIN, TokenPermissions: PERMITTED, PermitTransferFrom: TRANSFER },
    domain: { name: 'Permit2', chainId: asked.chainId, verifyingContract: PERMIT_CONTRACT },
    primaryType: 'PermitTransferFrom',
    message: {
      permitted: { token: asked.sellToken, amount: String(asked.sellAmount) },
      spender: SETTLER,
      nonce: String(nonce),
      deadline: DEADLINE,
    },
  })
}

/** The approval of the permission's contract, signed and not sent. */
function approvalOf(asked: Asked, nonce: number): ToSign | null {
  if (!PERMIT_TOKENS.some(token => isSame(token, asked.sellToken))) return null
  const fields = ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256']
  const types = [...fields, 'deadline:uint256'].map(field => {
    const [name = '', type = ''] = field.split(':')
    return { name, type }
  })
  return toSign('permit', {
    types: { EIP712Domain: DOMAIN, Permit: types },
    domain: { name: 'USD Coin', chainId: asked.chainId, verifyingContract: asked.sellToken },
    primaryType: 'Permit',
    message: {
      owner: asked.taker,
      spender: PERMIT_CONTRACT,
      value: String(asked.sellAmount),
      nonce: String(nonce),
      deadline: DEADLINE,
    },
  })
}

/** What a firm quote has besides its price: for a swap that the taker sends. */
export function permitQuote(asked: Asked, nonce: number): object {
  const { type, hash, eip712 } = transferOf('Permit2', asked, nonce)
  const transaction = {
    to: SETTLER,
    data: `0x1fff991f${hash.slice(2)}`,
    gas: '288095',
    gasPrice: '7062490000',
    value: '0',
  }
  return { permit2: { type, hash, eip712 }, transaction }
}

/** What a firm quote has besides its price: for a swap that the relayer sends. */
export function gaslessQuote(
  asked: Asked,
  nonce: number,
): { trade: ToSign; approval: ToSign | null } {
  const trade = transferOf('settler_metatransaction', asked, nonce)
  return { trade, approval: approvalOf(asked, nonce) }
}
