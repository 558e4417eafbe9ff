/**
 * Converts node errors to messages for callers. The node's own text may contain our provider
 * address with its key, so it goes only to the log; callers get a fixed sentence.
 */
import { StoreUnavailable } from '../store/store.ts'
import { RpcDown, RpcError } from './rpc.ts'

/** Logs an event for operators. */
export type Note = (event: string, facts: Record<string, string | number>) => void

/** The JSON-RPC code in parentheses, if the node gave one. */
export const codeOf = ({ code }: RpcError): string =>
  Number.isSafeInteger(code) ? ` (error ${code})` : ''

/** Converts an error to a message that callers may see. The texts of `RpcDown` are our own. */
export function publicMessage(error: unknown): string {
  if (error instanceof RpcDown) return error.message
  if (error instanceof StoreUnavailable) return 'the store cannot be asked'
  return `the node cannot be asked${error instanceof RpcError ? codeOf(error) : ''}`
}

/** Creates a function that logs an error's full text and returns its public message. */
export function createErrorReporter(note: Note | undefined): (error: unknown) => string {
  return error => {
    const text = publicMessage(error)
    note?.('node error', {
      public: text,
      reason: String((error as Error | undefined)?.message ?? error),
    })
    return text
  }
}
