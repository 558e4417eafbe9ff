/** Does the work of a route in steps: each is an upstream call, or may refuse the call. */
import type { Call, Work } from '../../call.ts'
import type { CallStep, Json, Refusal, Scope, WorkStep } from '../../contract.ts'
import type { UpstreamFailure } from '../../upstream/types.ts'
import { argumentsOf, nameCall } from './made-call.ts'
import { each } from './each.ts'
import { Undo } from './undo.ts'

/** The parts of a call that its steps need. */
export type StepCall = Pick<
  Call,
  'context' | 'compiled' | 'scope' | 'charge' | 'bytes' | 'ids' | 'replies'
>

/** The end of work that a step refused. */
export interface Refused {
  refusal: Refusal
}

/** The result of a step: the value of its name, and the last reply. */
interface Made {
  value: Json
  work: Work
}

type End = Refused | UpstreamFailure

/** The result of work that calls no upstream. */
export const NOTHING: Work = {
  status: 200,
  headers: {},
  body: Buffer.alloc(0),
  json: undefined,
  given: {},
}

const STALE: UpstreamFailure = {
  ok: false,
  kind: 'upstream_timeout',
  details: 'The work took too long',
  source: '',
}

/**
 * Makes the steps in order. Resolves to the result; or to a refusal or failure, after the earlier
 * steps were undone. `signal` aborts the current step.
 */
export async function performSteps(call: StepCall, signal: AbortSignal): Promise<Work | End> {
  nameCall(call)
  const undo = new Undo(call)
  try {
    const end = await makeAll(call, undo, signal)
    if ('ok' in end || 'refusal' in end) await undo.run()
    return end
  } catch (error) {
    await undo.run()
    throw error
  }
}

async function makeAll(call: StepCall, undo: Undo, signal: AbortSignal): Promise<Work | End> {
  const { compiled, scope } = call
  const results: Record<string, Json> = {}
  scope.steps = results
  let last: Work | undefined
  for (const step of compiled.route.work!) {
    if (isRefusal(step)) {
      const refusal = step.refuse(scope)
      if (refusal !== undefined) return { refusal }
      continue
    }
    if (step.when?.(scope) === false) continue
    await undo.begin(step)
    const made = await makeStep(call, step, signal)
    await undo.end(step, 'ok' in made ? made : undefined)
    if ('ok' in made) return made
    if (undo.isOverdue()) return STALE
    results[step.name] = made.value
    last = made.work
  }
  const work = last ?? NOTHING
  const given = compiled.route.give?.(scope) ?? work.given
  return { ...work, given }
}

const isRefusal = (step: WorkStep): step is Exclude<WorkStep, CallStep> => 'refuse' in step

/** Makes one step: its call, or its calls for all elements of a list. */
async function makeStep(
  call: StepCall,
  step: CallStep,
  signal: AbortSignal,
): Promise<Made | UpstreamFailure> {
  if (step.each === undefined) return makeCall(call, step, { scope: call.scope, signal })
  const { name } = step.each
  const scopeWith = (element: Json): Scope => ({
    ...call.scope,
    steps: { ...call.scope.steps, [name]: element },
  })
  const one = (element: Json, until: AbortSignal) =>
    makeCall(call, step, { scope: scopeWith(element), signal: until })
  const all = await each(step.each, step.each.in(call.scope), { one, signal })
  if ('ok' in all) return all
  const value = all.flatMap(made => made?.value ?? [])
  return { value, work: { ...(all.at(-1)?.work ?? NOTHING), given: {} } }
}

async function makeCall(
  call: StepCall,
  step: CallStep,
  { scope, signal }: { scope: Scope; signal: AbortSignal },
): Promise<Made | UpstreamFailure> {
  const { context, bytes, ids } = call
  const made = argumentsOf({ context, scope }, step.call, step.with?.(scope))
  if ('ok' in made) return made
  const options = { signal, body: bytes, ids, holder: (call.replies ??= {}) }
  const reply = await context.upstreams.call(step.call, made, options)
  if (!reply.ok) return reply
  const { status, headers, body, json, given } = reply
  return { value: given, work: { status, headers, body, json, given } }
}
