/**
 * What the JSON-RPC dialects share: deterministic hashes, advancing heights, and how a method says
 * that it cannot answer.
 */
import { createHash } from 'node:crypto'

/** An RPC error as a method reports it. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A method: parameters in, result out; throws RpcError. */
export type RpcMethod = (params: any) => unknown

/** Methods of one chain by name. */
export type Methods = Readonly<Record<string, RpcMethod>>

/** The same 32 bytes for the same text, as hex without prefix. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A number below `limit`, the same for the same text. */
export const number = (text: string, limit: number): number =>
  Number(BigInt('0x' + hash(text).slice(0, 12)) % BigInt(limit))

const EPOCH_MS = Date.UTC(2026, 0, 1)

/** A height that grows by one each `everyMs`, from `first` on the first day of 2026. */
export const height = (first: number, everyMs: number): number =>
  first + Math.floor((Date.now() - EPOCH_MS) / everyMs)

/** When the block of a height was made, Unix seconds. */
export const timeOf = (block: number, rule: { first: number; everyMs: number }): number =>
  Math.floor((EPOCH_MS + (block - rule.first) * rule.everyMs) / 1000)

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** 32 bytes in base 58, as Solana and NEAR write their hashes. */
export function base58(text: string): string {
  let rest = BigInt('0x' + hash(text))
  let out = ''
  for (; rest > 0n; rest /= 58n) out = ALPHABET[Number(rest % 58n)] + out
  return out.padStart(43, '1')
}
