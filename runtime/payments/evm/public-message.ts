/**
 * What callers hear of trouble with the node. Its own words may hold our address at a provider, or
 * the key in it, so they go to the log only; callers hear a fixed sentence.
 */
import { StoreUnavailable } from '../../store/store.ts'
import { RpcDown, RpcError } from './rpc.ts'

/** Tells operators of an event. */
export type Note = (event: string, facts: Record<string, string | number>) => void

/** The JSON-RPC code in brackets, where the node gave one. */
export const codeOf = ({ code }: RpcError): string =>
  Number.isSafeInteger(code) ? ` (error ${code})` : ''

/** An error as callers may hear it. The texts of `RpcDown` are our own. */
export function publicMessage(error: unknown): string {
  if (error instanceof RpcDown) return error.message
  if (error instanceof StoreUnavailable) return 'the store cannot be asked'
  return `the node cannot be asked${error instanceof RpcError ? codeOf(error) : ''}`
}

/** Makes a `told` that writes the whole text to the log. */
export function createErrorReporter(note: Note | undefined): (error: unknown) => string {
  return error => {
    const text = publicMessage(error)
    note?.('node trouble', {
      told: text,
      reason: String((error as Error | undefined)?.message ?? error),
    })
    return text
  }
}
