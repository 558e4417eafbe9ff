/** Conversations: one answer as a whole, or as a stream. Where the chosen model fails before its first byte, another may serve. */
import type { Call, Stage, Work } from '../context.ts'
import { release } from '../errors/release.ts'
import { noteBegun } from '../hooks/begun.ts'
import type { ReplyFacts } from '../protocols/types.ts'
import { failed, perform } from '../stages/work.ts'
import type { UpstreamFailure, UpstreamStream } from '../upstream/types.ts'
import { streamed } from './streamed.ts'

/** Failures that another model may not have: those of the supplier, not of the request. */
const ELSEWHERE: ReadonlySet<string> = new Set(['rate_limited', 'upstream_failed', 'upstream_timeout', 'not_configured'])

/** Random bytes of an answer's id. */
const ID_BYTES = 12

/** Asks the model: ends the call with a stream, or leaves its answer for the settlement and the reply. */
export const converse: Stage = async (call) => {
  const isStream = call.live.route.streams?.(call.scope) === true
  const made = await withFallback(call, () => (isStream ? open(call) : perform(call, call.core.halted)))
  if ('kind' in made) {
    await release(call, made.kind)
    return failed(call, made)
  }
  if ('read' in made) return streamed(call, made, factsOf(call))
  if (made.completion?.pending) await noteBegun(call.core, idOf(made))
  call.work = made
  call.scope.result = made.completion === undefined ? made.given : { completion: made.completion as never, facts: factsOf(call) as never }
  return undefined
}

/** The supplier's id of what it goes on with. */
function idOf({ json }: Work): string {
  return String((json as { id?: unknown } | undefined)?.id)
}

type Made = Work | UpstreamStream | UpstreamFailure

/** What the chosen model makes, or the one that stands in for it. The first failure counts where both fail. */
async function withFallback(call: Call, make: () => Promise<Made>): Promise<Made> {
  const first = await make()
  if (!('kind' in first) || !ELSEWHERE.has(first.kind) || call.core.halted.aborted || !await fallBack(call)) return first
  const second = await make()
  if (!('kind' in second)) return second
  fallForward(call)
  return first
}

/** Chooses the row that the catalog names for this case; false where there is none that is sold here, or where it is not for this request. */
async function fallBack(call: Call): Promise<boolean> {
  const { live, scope } = call
  const row = live.models.get(live.route.fallback?.(scope))
  if (row === undefined || row === scope.model) return false
  scope.requested = scope.model
  scope.model = row
  if (await live.route.gates?.(scope) === undefined) return true
  fallForward(call)
  return false
}

/** Back to the row that was asked for. */
function fallForward({ scope }: Call): void {
  scope.model = scope.requested
  scope.requested = undefined
}

function open({ core, live, scope, bytes }: Call): Promise<UpstreamStream | UpstreamFailure> {
  return core.upstreams.stream(live.route.upstream!(scope), scope, { signal: core.halted, body: bytes })
}

/** What the reply says besides the answer: the model that was asked for, whoever served. */
function factsOf({ core, scope }: Call): ReplyFacts {
  return { id: core.random.hex(ID_BYTES), model: (scope.requested ?? scope.model)?.id ?? '', created: scope.now }
}

