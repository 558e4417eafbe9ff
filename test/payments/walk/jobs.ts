/**
 * A model of a finished job for the walk: its submit has claimed an authorization, and polls with
 * that one and with fresh ones settle it. Nobody holds a lock, so that the mark alone must keep the
 * job from being paid twice.
 */
import {
  can,
  next,
  type CALL,
  type CallEvent,
  type CallState,
  type MARK,
  type MarkEvent,
  type MarkState,
  type RECORD,
  type RecordEvent,
  type RecordState,
} from '../../../runtime/payments/transitions.ts'
import type { Model } from './walk.ts'

/** The tables of the code, or changed ones. */
export interface JobTables {
  RECORD: typeof RECORD
  CALL: typeof CALL
  MARK: typeof MARK
  taken?: Set<string>
}

interface Poll {
  call: CallState
  step: 'new' | 'read' | 'claimed' | 'marked' | 'intended' | 'sent' | 'over'
  /** The mark as it was read: the number of an authorization, or -1. */
  read: number
  answer: 0 | 200 | 402 | 503
  repeats: number
}

interface Paper {
  state: RecordState
  flying: boolean
  mined: boolean
  lapsed: boolean
  /** It has bought something else. */
  spent: boolean
}

interface State {
  mark: MarkState
  /** The authorization that is marked, and the one that has paid, or -1. */
  by: number
  paid: number
  polls: Poll[]
  papers: Paper[]
  wrong: string
}

/** `polls` names the authorization of each poll; 0 is the submit's own. */
export interface JobShape {
  polls: readonly number[]
  repeats: number
  /** The authorization that has bought something else. */
  spent?: number
}

type Add = (name: string, change: (after: State) => void) => void
const textOf = (one: object): string => Object.values(one).join()

/** The model of a shape. */
export function jobModel(shape: JobShape, tables: JobTables): Model<State> {
  const { RECORD, CALL, MARK, taken } = tables
  const start: State = {
    mark: 'unpaid',
    by: -1,
    paid: -1,
    polls: shape.polls.map(() => ({ call: 'none', step: 'new', read: -1, answer: 0, repeats: 0 })),
    papers: Array.from({ length: Math.max(...shape.polls) + 1 }, (_, at) => ({
      state: at === 0 ? 'claimed' : at === shape.spent ? 'settled' : 'none',
      flying: false,
      mined: false,
      lapsed: at === shape.spent,
      spent: at === shape.spent,
    })),
    wrong: '',
  }
  const moves = (its: Paper, event: RecordEvent): boolean => {
    if (!can(RECORD, its.state, event)) return false
    taken?.add(`record ${its.state} ${event}`)
    its.state = next(RECORD, its.state, event)
    return true
  }
  const calls = (poll: Pick<Poll, 'call'>, event: CallEvent): boolean => {
    if (!can(CALL, poll.call, event)) return false
    taken?.add(`call ${poll.call} ${event}`)
    poll.call = next(CALL, poll.call, event)
    return true
  }
  const marks = (state: State, event: MarkEvent, by: number): boolean => {
    if (!can(MARK, state.mark, event)) return false
    taken?.add(`mark ${state.mark} ${event}`)
    state.mark = next(MARK, state.mark, event)
    state.by = by
    return true
  }
  const ends = (poll: Poll, answer: Poll['answer'], event: CallEvent): void => {
    if (!calls(poll, event)) return
    poll.step = 'over'
    poll.answer = answer
  }
  // The submit has left its claim to the job.
  const submit: Pick<Poll, 'call'> = { call: 'none' }
  for (const event of ['verify', 'claim', 'entrust'] as const) calls(submit, event)
  if (submit.call !== 'entrusted') start.wrong = 'a submit cannot leave its claim to its job'
  /** The end of a settlement that was looked up; undefined while it is not certain. */
  const found = (its: Paper): 'landed' | 'failed' | undefined => {
    if (its.state === 'settled') return 'landed'
    if (its.mined) return moves(its, 'land') ? 'landed' : undefined
    if (its.state === 'failed' || its.state === 'refused') return 'failed'
    return its.lapsed && moves(its, 'fail') ? 'failed' : undefined
  }
  /** What landed pays the job; the submit's own claim is closed when another one paid. */
  const pays = (state: State, at: number): void => {
    if (marks(state, 'pay', -1)) state.paid = at
    if (state.paid !== 0 && state.papers[0]!.state === 'claimed') moves(state.papers[0]!, 'abandon')
  }
  /** Reads the job, and follows the settlement that it is marked with. */
  const reads = (state: State, poll: Poll): void => {
    if (poll.call === 'none') calls(poll, 'verify')
    if (poll.call === 'verified') calls(poll, 'settle')
    poll.read = state.by
    if (state.mark === 'paid') return ends(poll, 200, 'land')
    if (state.mark === 'unpaid') return void (poll.step = 'read')
    const its = state.papers[state.by]!
    // A mark whose process died before it wrote an intent: the poll settles it as its own.
    if (its.state === 'claimed') return ends(poll, 503, 'wait')
    const end = found(its)
    if (end === undefined) return ends(poll, 503, 'wait')
    if (end === 'failed') return void (poll.step = 'read')
    pays(state, state.by)
    ends(poll, 200, 'land')
  }

  const stepsOf = (state: State, i: number, add: Add): void => {
    const at = shape.polls[i]!
    const { step, answer, repeats } = state.polls[i]!
    const its = state.papers[at]!
    const on = (name: string, change: (poll: Poll, paper: Paper, all: State) => void): void =>
      add(`${name} ${i}`, all => change(all.polls[i]!, all.papers[at]!, all))
    if (step === 'new') on('read', (poll, _, all) => reads(all, poll))
    if (step === 'read')
      on('claim', (poll, paper) => {
        if (paper.spent) return ends(poll, 402, 'refuse')
        const isHeld = ['settling', 'settled'].includes(paper.state)
        if (paper.state === 'claimed' || isHeld) return void (poll.step = 'claimed')
        if (moves(paper, 'claim') || moves(paper, 'retry')) poll.step = 'claimed'
        else ends(poll, 402, 'refuse')
      })
    if (step === 'claimed')
      on('mark', (poll, _, all) => {
        const isAsRead = all.by === poll.read && marks(all, 'mark', at)
        if (isAsRead) poll.step = 'marked'
        else poll.step = 'new'
      })
    if (step === 'marked' && its.state === 'claimed') {
      on('send', (poll, paper) => moves(paper, 'send') && (poll.step = 'intended'))
      on('unsent', poll => {
        calls(poll, 'unsent')
        poll.step = 'over'
        poll.answer = 503
      })
    }
    if (step === 'intended')
      on('broadcast', (poll, paper) => {
        paper.flying = !paper.mined && !paper.lapsed
        poll.step = 'sent'
      })
    if (step === 'sent' || (step === 'marked' && its.state !== 'claimed'))
      on('hear', (poll, paper, all) => {
        // Only its sender knows that nothing is under way, and the chain would not execute it.
        if (step === 'sent' && !paper.flying && !paper.mined && !paper.lapsed)
          moves(paper, 'refuse')
        const end = found(paper)
        if (end === undefined) return ends(poll, 503, 'wait')
        if (end === 'landed') {
          pays(all, at)
          return ends(poll, 200, 'land')
        }
        if (all.by === at && marks(all, 'unmark', -1)) all.by = -1
        ends(poll, 402, 'fail')
      })
    if (!['new', 'over'].includes(step))
      on('crash', poll => Object.assign(poll, { step: 'over', answer: 503 }))
    if (step === 'over' && answer === 503 && repeats < shape.repeats)
      on('repeat', poll =>
        Object.assign(poll, {
          call: 'none',
          step: 'new',
          read: -1,
          answer: 0,
          repeats: repeats + 1,
        }),
      )
  }

  /** The chain, and processes that look up records on which nobody works. */
  const around = (state: State, at: number, add: Add): void => {
    const { flying, mined, lapsed, state: now } = state.papers[at]!
    const on = (name: string, change: (its: Paper, all: State) => void): void =>
      add(`${name} ${at}`, all => change(all.papers[at]!, all))
    if (flying) on('drop', its => Object.assign(its, { flying: false }))
    if (flying) on('mine', its => Object.assign(its, { mined: true, flying: false }))
    if (!lapsed && !mined) on('lapse', its => Object.assign(its, { lapsed: true, flying: false }))
    if (now === 'settling' && (mined || lapsed)) on('reconcile', its => void found(its))
    const isAlone = state.polls.every(({ step }) => step === 'over')
    if (!isAlone) return
    // A later poll with the same payment, long after: it follows the mark to its end.
    if (state.mark === 'marked' && state.by === at)
      on('poll_later', (its, all) => {
        if (its.state === 'claimed' && moves(its, 'send')) return void (its.flying = !its.lapsed)
        const end = found(its)
        if (end === 'landed') pays(all, at)
        if (end === 'failed' && marks(all, 'unmark', -1)) all.by = -1
      })
    if (now === 'claimed' && (state.mark !== 'marked' || state.by !== at))
      on('job_expires', its => void moves(its, 'abandon'))
  }

  return {
    start,
    key: ({ mark, by, paid, polls, papers, wrong }) =>
      `${mark}${by}${paid};${polls.map(textOf).join('|')};${papers.map(textOf).join('|')};${wrong}`,
    steps(state) {
      const all: [string, State][] = []
      const add: Add = (name, change) => {
        const after: State = {
          ...state,
          polls: state.polls.map(one => Object.assign({}, one)),
          papers: state.papers.map(one => Object.assign({}, one)),
        }
        change(after)
        after.wrong ||= wrongWith(state, after)
        all.push([name, after])
      }
      state.polls.forEach((_, i) => stepsOf(state, i, add))
      state.papers.forEach((_, at) => around(state, at, add))
      return all
    },
    fault: ({ wrong }) => wrong || undefined,
    isAtRest: ({ polls, papers, mark }) =>
      polls.every(({ step }) => step === 'over') &&
      papers.every(({ state }) => state !== 'claimed' && state !== 'settling') &&
      mark !== 'marked' &&
      (mark === 'paid') === papers.some(({ mined }) => mined),
  }
}

/** What no step may do. */
function wrongWith(before: State, after: State): string {
  if (after.papers.filter(({ mined, flying }) => mined || flying).length > 1)
    return 'a job is paid twice'
  if (before.mark === 'paid' && (after.mark !== 'paid' || after.paid !== before.paid))
    return 'what paid first is forgotten'
  for (const its of after.papers)
    if (its.state === 'settled' && !its.mined && !its.spent)
      return 'a record is settled and nothing landed'
  for (const [i, poll] of after.polls.entries()) {
    if (poll.step !== 'over' || before.polls[i]!.step === 'over') continue
    if (poll.answer === 200 && !after.papers.some(({ mined }) => mined)) return 'delivered unpaid'
  }
  return ''
}
