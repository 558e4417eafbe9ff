/**
 * Undoes the steps of a call that will not be paid. Each undo is stored before its step is made, so
 * that the step is undone even if the process dies.
 */
import type { Call } from '../../call.ts'
import type { CallStep } from '../../contract.ts'
import { carryOut } from '../../followups/carry-out.ts'
import {
  dropChange,
  followUpChange,
  FOLLOW_UPS,
  type FollowUp,
  type NewFollowUp,
} from '../../followups/follow-up.ts'
import { longestOf } from '../../upstream/longest.ts'
import type { UpstreamFailure } from '../../upstream/types.ts'
import { argumentsOf } from './made-call.ts'

type Parts = Pick<Call, 'context' | 'scope' | 'charge'>

/** A step that may have to be undone. */
interface Written {
  key: string
  followUp: NewFollowUp
}

/** Extra time, in ms, that a request may take beyond the timeout of its call. */
const SLACK = 2_000

/**
 * Whether a failure proves that the upstream did nothing: it was not called, or it refused with a
 * 4xx. If the call may be retried, its first attempt may have done something.
 */
function didNothing({ call }: CallStep, { kind, status }: UpstreamFailure): boolean {
  if (kind === 'not_configured') return true
  if (call.retry > 0 || call.repeat !== undefined) return false
  return status !== undefined && status >= 400 && status < 500 && status !== 408
}

/** Undoes the steps of one call. */
export class Undo {
  readonly #call: Parts
  readonly #written: Written[] = []

  constructor(call: Parts) {
    this.#call = call
  }

  /**
   * Stores the undo of a step, if it has one. The step may be made once this resolves. Rejects if
   * the call no longer owns its claim.
   */
  async begin(step: CallStep): Promise<void> {
    if (step.undo === undefined) return
    const { context, scope, charge } = this.#call
    const { id } = scope.call
    const now = context.clock.now()
    const made = argumentsOf({ context, scope }, step.call, step.with?.(scope))
    const longest = longestOf(step.call, 'ok' in made ? undefined : made) + SLACK
    const { key: payment, claim } = charge.record!
    const key = `${claim!}.${this.#written.length}`
    const followUp: NewFollowUp = {
      call: step.undo.call.id,
      with: step.undo.with?.(scope) ?? {},
      id,
      due: now + longest,
      sureFrom: now + 2 * longest,
      unpaid: { key: payment, claim: claim! },
    }
    const record = await context.ledger.awaitEnd(charge.record!, key, followUpChange(key, followUp))
    if (record === undefined) throw new Error('another call has claimed the payment')
    charge.record = record
    this.#written.push({ key, followUp })
  }

  /** Records how a step ended. A step that certainly did nothing need not be undone. */
  async end(step: CallStep, failure: UpstreamFailure | undefined): Promise<void> {
    if (step.undo === undefined || failure === undefined || !didNothing(step, failure)) return
    const { key } = this.#written.pop()!
    await this.#call.context.store.commit([dropChange(key)], { lazy: true })
  }

  /**
   * Whether a step took so long, because its process stood still, that it may already be undone.
   */
  isOverdue(): boolean {
    const { clock } = this.#call.context
    return this.#written.some(({ followUp }) => clock.now() >= followUp.sureFrom!)
  }

  /**
   * Undoes all steps, the last one first. The sweeper repeats an undo that fails. The payment must
   * not be settled afterwards.
   */
  async run(): Promise<void> {
    const { observe } = this.#call.context
    for (const written of this.#written.splice(0).reverse())
      await this.#undo(written).catch(error =>
        observe.log.warn({ reason: (error as Error).message }, 'a step is undone later'),
      )
  }

  async #undo({ key, followUp }: Written): Promise<void> {
    const { context } = this.#call
    // Another process may already have made the undo, before the step reached the upstream.
    await context.store.commit([followUpChange(key, followUp)])
    const stored = await context.store.get<FollowUp>(FOLLOW_UPS, key)
    if (stored !== undefined) await carryOut(context, { key, stored })
  }
}
