/** Reads why a contract reverted. */
import { RpcError } from '../rpc.ts'
import { revertText } from './token.ts'

const INSUFFICIENT = '0xe450d38c' // ERC20InsufficientBalance(address,uint256,uint256)

/**
 * Known error phrases of tokens. They are recognised in the message of a node that sends no revert
 * data; callers see no other part of that message.
 */
const PHRASES = new RegExp(
  'transfer amount exceeds balance|insufficient balance|authorization is (used or ' +
    'canceled|expired|not yet valid)|' +
    'authorization already used|invalid signature|account is blacklisted|paused',
  'i',
)

/** Whether an error is a revert by the contract, and not a failure of the node. */
export function isRevert(error: unknown): error is RpcError {
  return (
    error instanceof RpcError &&
    (error.code === 3 || (error.data?.length ?? 0) > 2 || /revert/i.test(error.message))
  )
}

/**
 * Returns the contract's reason as a text that callers may see: from the revert data, else a known
 * phrase.
 */
export function reasonOf({ data, message }: RpcError): string {
  if (data?.startsWith(INSUFFICIENT)) return 'transfer amount exceeds balance'
  const selector = data && data.length >= 10 ? ` (${data.slice(0, 10)})` : ''
  return (
    revertText(data) ??
    PHRASES.exec(message)?.[0] ??
    `the contract rejected the transfer${selector}`
  )
}

/**
 * Whether a contract's reason means that the authorization is used up: it was sent, or its wallet
 * cancelled it.
 */
export const saysUsed = (reason: string): boolean => /\bused\b|cancell?ed/i.test(reason)
