/**
 * A model of paid calls for the walk: requests that may share an authorization, two processes, a
 * chain. It takes its steps from the tables that the code takes them from, so what is added to a
 * table is walked through, and what is missing ends in a fault or in a state that never ends.
 */
import {
  can,
  next,
  type CALL,
  type CallEvent,
  type RECORD,
  type RecordEvent,
} from '../../../runtime/payments/transitions.ts'
import { wrongWith, type Asked, type Paper, type Shape, type State } from './state.ts'
import type { Model } from './walk.ts'

export type { Shape } from './state.ts'

/** The tables of the code, or changed ones, to see that the walk notices. */
export interface Tables {
  RECORD: typeof RECORD
  CALL: typeof CALL
  /** Collects the transitions that were taken, as `claimed send`. */
  taken?: Set<string>
}

const ANSWERS_FINAL: readonly number[] = [200, 402]

/** The model of a shape. */
export function callModel(shape: Shape, tables: Tables): Model<State> {
  const { RECORD, CALL, taken } = tables
  const papersOf = new Set(shape.requests.map(({ auth }) => auth)).size
  const start: State = {
    asked: shape.requests.map(() => ({
      call: 'none',
      step: 'new',
      claim: 0,
      answer: 0,
      repeats: 0,
    })),
    papers: Array.from({ length: papersOf }, () => ({
      state: 'none',
      claim: 0,
      owner: '',
      kept: false,
      delivered: null,
      flying: 0,
      mined: false,
      lapsed: false,
      foreign: false,
      writes: '',
      given: 0,
    })),
    lives: [0, 0],
    mute: [false, false],
    wrong: '',
  }
  const nameOf = (state: State, process: number): string => `${process}.${state.lives[process]}`

  /** A step of the record; false where the table does not have it. */
  const moves = (paper: Paper, event: RecordEvent): boolean => {
    if (!can(RECORD, paper.state, event)) return false
    taken?.add(`record ${paper.state} ${event}`)
    paper.state = next(RECORD, paper.state, event)
    return true
  }
  /** A step of the call, which the code takes only where the table has it. */
  const calls = (asked: Asked, event: CallEvent): boolean => {
    if (!can(CALL, asked.call, event)) return false
    taken?.add(`call ${asked.call} ${event}`)
    asked.call = next(CALL, asked.call, event)
    return true
  }
  const ends = (asked: Asked, answer: Asked['answer']): void => {
    asked.step = answer === 200 ? 'hears' : 'over'
    asked.answer = answer
  }
  /** Whether the process of a record works for it no more, as far as others can see. */
  const isNobodys = (state: State, { owner }: Paper): boolean => {
    const process = Number(owner[0])
    return owner !== nameOf(state, process) || state.mute[process]!
  }
  /** Whether a request of this life works with the claim. */
  const isWorkedOn = (state: State, at: number): boolean =>
    state.asked.some(
      (one, i) =>
        shape.requests[i]!.auth === at &&
        one.claim === state.papers[at]!.claim &&
        !['new', 'over'].includes(one.step),
    )
  /** What the chain says of an authorization for certain. */
  const isLost = ({ mined, lapsed }: Paper): boolean => lapsed && !mined

  const stepsOf = (state: State, i: number, add: Add): void => {
    const { auth, process } = shape.requests[i]!
    const { step, call, claim } = state.asked[i]!
    const paper = state.papers[auth]!
    const own = paper.claim === claim
    const on = (name: string, change: (one: Asked, its: Paper, all: State) => void): void =>
      add(`${name} ${i}`, all => change(all.asked[i]!, all.papers[auth]!, all))
    const isMine = paper.state === 'claimed' && own
    /** What recover() does with a fault of ours. */
    const fault = (one: Asked, its: Paper): void => {
      if (CALL[one.call].charged === 'maybe') return ends(one, 503)
      if (one.call === 'claimed' && own && can(RECORD, its.state, 'release')) moves(its, 'release')
      ends(one, 500)
    }
    if (step === 'new') arrive(state, i, on)
    if (step === 'works') {
      on('work', one => void (one.step = 'done'))
      on('work_fails', (one, its) => {
        if (isMine) moves(its, 'release')
        calls(one, 'release')
        ends(one, 502)
      })
      on('fault', fault)
    }
    if (step === 'done' && shape.free)
      on('waive', (one, its) => {
        if (isMine && moves(its, 'abandon') && calls(one, 'waive')) ends(one, 200)
      })
    if (step === 'done' && !shape.free)
      on('settle', one => void (one.step = calls(one, 'settle') ? 'sends' : 'done'))
    if (step === 'sends') {
      if (isMine)
        on('send', (one, its) => {
          if (!moves(its, 'send')) return
          its.owner = nameOf(state, process)
          its.kept = true
          one.step = 'intended'
        })
      if (isMine)
        on('refused', (one, its) => {
          // Before anything was sent, the chain would not execute it.
          if (its.mined || !moves(its, its.lapsed ? 'fail' : 'refuse')) return
          its.kept = !its.lapsed
          calls(one, 'fail')
          ends(one, 402)
        })
      on('unsent', (one, its) => {
        if (!calls(one, 'unsent')) return
        fault(one, its)
        one.answer = 503
      })
      // Somebody has taken the claim for nobody's. Another call may pay with the authorization.
      if (!isMine)
        on('overtaken', one => {
          if (calls(one, own ? 'fail' : 'wait')) ends(one, own ? 402 : 503)
        })
    }
    if (step === 'intended' || step === 'sent') {
      if (step === 'intended')
        on('broadcast', (one, its) => {
          if (!its.mined && !its.lapsed) its.flying += 1
          one.step = 'sent'
        })
      hear(state, i, on)
      on('fault', fault)
    }
    if (step === 'hears') {
      on('deliver', (one, its) => {
        if (call === 'settled') {
          its.given += 1
          its.delivered = true
          its.kept = false
        }
        one.step = 'over'
      })
      on('leave', (one, its) => {
        if (call === 'settled') its.delivered = false
        one.step = 'over'
        one.answer = 503
      })
    }
    const wants = step === 'over' && !ANSWERS_FINAL.includes(state.asked[i]!.answer)
    if (wants && state.asked[i]!.repeats < shape.repeats)
      on('repeat', one => {
        const repeats = one.repeats + 1
        Object.assign(one, { call: 'none', step: 'new', claim: 0, answer: 0, repeats })
      })
  }

  /** A request arrives: it claims, is handed what was paid for, or hears what the record says. */
  const arrive = (state: State, i: number, on: On): void => {
    const { auth, process } = shape.requests[i]!
    const paper = state.papers[auth]!
    const claims = (event: RecordEvent): void =>
      on(event, (one, its, all) => {
        if (!calls(one, 'verify') || !calls(one, 'claim') || !moves(its, event)) return
        its.claim = one.claim = Math.max(...all.asked.map(other => other.claim), its.claim) + 1
        its.owner = nameOf(state, process)
        its.delivered = null
        one.step = 'works'
      })
    if (can(RECORD, paper.state, 'claim')) return claims('claim')
    const isForUs = paper.owner === nameOf(state, process) || isNobodys(state, paper)
    const isIdle = !isWorkedOn(state, auth) || isNobodys(state, paper)
    if (paper.state === 'claimed' && isForUs && isIdle) return claims('take_over')
    on('replay', (one, its) => {
      if (its.state === 'failed' || its.state === 'refused') return ends(one, 402)
      if (its.state === 'claimed' || (isWorkedOn(state, auth) && !isNobodys(state, its)))
        return ends(one, 503)
      if (its.state === 'settling' && its.mined) {
        if (!moves(its, 'land')) return
      } else if (its.state === 'settling' && isLost(its)) {
        if (moves(its, 'fail')) ends(one, 402)
        return
      }
      if (its.state !== 'settled') return ends(one, 503)
      if (its.delivered === true || !its.kept) return ends(one, 402)
      one.claim = its.claim
      if (calls(one, 'verify') && calls(one, 'adopt')) ends(one, 200)
    })
  }

  /** How a settlement that was begun ends for its call. */
  const hear = (state: State, i: number, on: On): void => {
    const { auth, process, serves } = shape.requests[i]!
    const paper = state.papers[auth]!
    const { step } = state.asked[i]!
    if (paper.mined)
      on('landed', (one, its) => {
        if (!calls(one, 'land')) return
        // The write is deferred: the intent on disk lets others find the landing.
        its.writes = nameOf(state, process)
        ends(one, 200)
      })
    const isNothing = step === 'sent' && paper.flying === 0 && !paper.mined
    if (isNothing || isLost(paper))
      on('failed', (one, its) => {
        if (its.state !== 'settling') return
        if (!moves(its, isLost(its) ? 'fail' : 'refuse')) return
        its.kept = !isLost(its)
        if (calls(one, 'fail')) ends(one, 402)
      })
    on('unknown', one => {
      if (serves ? calls(one, 'serve') : calls(one, 'wait')) ends(one, serves ? 200 : 503)
    })
  }

  /** What processes do with records on which nobody works, and what the chain does. */
  const around = (state: State, at: number, add: Add): void => {
    const paper = state.papers[at]!
    const on = (name: string, change: (its: Paper, all: State) => void): void =>
      add(`${name} ${at}`, all => change(all.papers[at]!, all))
    const { flying, mined, lapsed } = paper
    if (flying > 0 && !mined && !lapsed)
      on('mine', its => void ((its.mined = true), (its.flying = 0)))
    if (flying > 0) on('drop', its => void its.flying--)
    if (!lapsed) on('lapse', its => void ((its.lapsed = true), (its.flying = 0)))
    if (shape.foreign && !mined && !lapsed && paper.state !== 'none')
      on('foreign', its => void ((its.mined = its.foreign = true), (its.flying = 0)))
    if (paper.writes !== '')
      on('write_end', its => {
        if (can(RECORD, its.state, 'land')) moves(its, 'land')
        its.writes = ''
      })
    if (paper.state === 'none') return
    for (const process of [0, 1]) {
      const name = nameOf(state, process)
      const isIdle = paper.owner === name && !isWorkedOn(state, at) && paper.writes === ''
      if (!isIdle && !isNobodys(state, paper)) continue
      on(`reconcile_${paper.state}`, its => reconcile(its, name))
    }
  }

  const reconcile = (its: Paper, name: string): void => {
    if (its.state === 'claimed') {
      if (moves(its, 'release')) its.kept = false
    } else if (its.state === 'settling') {
      if (its.mined) moves(its, 'land')
      else if (its.lapsed) moves(its, 'fail')
      else if (its.flying === 0 && moves(its, 'send')) {
        its.owner = name
        its.flying = 1
      }
    } else if (its.state === 'refused') {
      if (its.mined) moves(its, 'land')
      else if (its.lapsed) moves(its, 'fail')
    }
  }

  const processes = (state: State, add: Add): void => {
    const crashes = state.lives.reduce((sum, life) => sum + life, 0)
    for (const process of [0, 1]) {
      const name = nameOf(state, process)
      if (crashes < shape.crashes)
        add(`crash ${process}`, all => {
          all.lives[process]! += 1
          all.mute[process] = false
          for (const its of all.papers) if (its.writes === name) its.writes = ''
          all.asked.forEach((one, i) => {
            if (shape.requests[i]!.process !== process || ['new', 'over'].includes(one.step)) return
            one.step = 'over'
            one.answer = 503
          })
        })
      if (shape.leases && !state.mute[process] && !state.mute.includes(true))
        add(`lease_lapses ${process}`, all => void (all.mute[process] = true))
      if (state.mute[process])
        add(`lease_renewed ${process}`, all => void (all.mute[process] = false))
    }
  }

  return {
    start,
    steps(state) {
      const found: [string, State][] = []
      const add: Add = (name, change) => {
        const after: State = {
          asked: state.asked.map(one => Object.assign({}, one)),
          papers: state.papers.map(one => Object.assign({}, one)),
          lives: [...state.lives],
          mute: [...state.mute],
          wrong: '',
        }
        change(after)
        after.wrong ||= wrongWith(state, after, shape)
        found.push([name, after])
      }
      state.asked.forEach((_, i) => stepsOf(state, i, add))
      state.papers.forEach((_, at) => around(state, at, add))
      processes(state, add)
      return found
    },
    key: ({ asked, papers, lives, mute, wrong }) =>
      `${asked.map(textOfAsked).join('|')};${papers.map(textOfPaper).join('|')};${lives};${mute};${wrong}`,
    fault: ({ wrong }) => wrong || undefined,
    isAtRest: ({ asked, papers }) =>
      asked.every(({ step }) => step === 'over') &&
      papers.every(
        ({ state, mined, writes, flying, foreign }) =>
          writes === '' &&
          flying === 0 &&
          state !== 'claimed' &&
          state !== 'settling' &&
          (!mined || state === 'settled' || (foreign && state === 'released')),
      ),
  }
}

/** Written out, because a walk does it a million times. */
const textOfAsked = ({ call, step, claim, answer, repeats }: Asked): string =>
  `${call},${step},${claim},${answer},${repeats}`

const textOfPaper = (one: Paper): string =>
  `${one.state},${one.claim},${one.owner},${one.kept},${one.delivered},${one.flying},` +
  `${one.mined},${one.lapsed},${one.foreign},${one.writes},${one.given}`

type Add = (name: string, change: (after: State) => void) => void
type On = (name: string, change: (one: Asked, its: Paper, all: State) => void) => void
