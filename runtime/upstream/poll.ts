/** The second step of a two-step call: asking for the result. Who asks, how often and until when is the asker's business. */
import type { PollCall, Scope } from '../contract.ts'
import type { UpstreamFailure, Upstreams, UpstreamSuccess } from './types.ts'

/** Who is asked, and with what. */
export interface Asking {
  upstreams: Pick<Upstreams, 'call'>
  /** What the submit left behind. */
  ticket: NonNullable<UpstreamSuccess['ticket']>
  signal?: AbortSignal
}

/**
 * Asks once. A success with `pending` means: ask again, `call.every` ms later. So does a failure with `passing`: the work may go on well
 * behind a connection that broke or a supplier that is busy. Every other answer is the end. Never throws.
 */
export function askAgain(call: PollCall, scope: Scope, { upstreams, ticket, signal }: Asking): Promise<UpstreamSuccess | UpstreamFailure> {
  return upstreams.call(call, { ...scope, ticket }, { signal })
}
