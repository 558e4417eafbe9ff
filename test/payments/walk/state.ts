/** The state of the model of paid calls, and what may never become of it. */
import type { CallState, RecordState } from '../../../runtime/payments/transitions.ts'

/** What is walked through. `auth` names the authorization of each request; `serves` is chat. */
export interface Shape {
  requests: readonly { auth: number; process: number; serves?: true }[]
  crashes: number
  /** How often a caller without a final answer sends the same request again. */
  repeats: number
  /** Whether somebody else may send an authorization. */
  foreign?: true
  /** Whether the price is zero, so that the payment only names the wallet. */
  free?: true
  /** Whether a process that lives may be taken for dead: then both may send, and one lands. */
  leases?: true
}

/** A request: how far it is, and what it was answered. */
export interface Asked {
  call: CallState
  step: 'new' | 'works' | 'done' | 'sends' | 'intended' | 'sent' | 'hears' | 'over'
  /** The claim that this request made. */
  claim: number
  answer: 0 | 200 | 402 | 500 | 502 | 503
  repeats: number
}

/** One authorization: its record, and what the chain knows. */
export interface Paper {
  state: RecordState
  claim: number
  /** Process and its life, as the record's owner. */
  owner: string
  kept: boolean
  delivered: boolean | null
  /** Transactions of ours under way; a landing that this process has not written down yet. */
  flying: number
  mined: boolean
  lapsed: boolean
  foreign: boolean
  /** Owner whose deferred write of the end is on its way. */
  writes: string
  /** Replies with a receipt that reached a caller. */
  given: number
}

/** Everything that the walk knows at a step. */
export interface State {
  asked: Asked[]
  papers: Paper[]
  /** How often each process was started; a crash begins its next life. */
  lives: number[]
  /** Processes whose lease has lapsed although they live. */
  mute: boolean[]
  wrong: string
}

/** What no step may do. */
export function wrongWith(before: State, after: State, shape: Shape): string {
  for (const [at, its] of after.papers.entries()) {
    if (its.flying > (shape.leases ? 2 : 1)) return 'a payment is sent twice'
    // After a crash nobody knows who has the stored reply: two copies of one request may both get
    // it.
    const isLoose = shape.leases === true || shape.crashes > 0
    if (its.given > 1 && !isLoose) return 'one payment is delivered twice'
    if (its.state === 'settled' && !its.mined) return 'a record is settled and nothing landed'
    const was = before.papers[at]!
    if (was.mined && !its.foreign && !shape.leases && its.flying > was.flying)
      return 'a payment that landed is sent again'
    if (was.state === 'settled' && its.state !== 'settled') return 'a landing is forgotten'
    const mayLand = its.flying > 0 || its.mined
    if (mayLand && !its.foreign && ['none', 'released', 'claimed'].includes(its.state))
      return 'the authorization is free although its money may move'
  }
  for (const [i, one] of after.asked.entries()) {
    const { auth, serves } = shape.requests[i]!
    const its = after.papers[auth]!
    const was = before.asked[i]!
    if (one.answer === was.answer && one.step === was.step) continue
    if (one.call === 'settled' && !its.mined) return 'delivered unpaid'
    const isOwn = one.claim === its.claim && (its.flying > 0 || its.mined)
    if (one.answer === 500 && isOwn && !its.foreign) return 'a fault is reported as uncharged'
    if (one.answer === 200 && one.call === 'unsettled' && !serves) return 'served unpaid'
    if (one.call === 'failed' && its.mined && !its.foreign)
      return 'a landing is reported as a failure'
    if (one.answer === 402 && !its.foreign && its.mined && its.kept && its.delivered === null)
      return '402 while the reply that was paid for is stored'
  }
  return ''
}
