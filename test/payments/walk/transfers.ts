/**
 * A model of calls with a transfer for the walk: requests that may share the transfer and the fee,
 * two processes that crash, a chain. Both records take their steps from the table of the code.
 */
import { can, next, type RECORD, type RecordEvent } from '../../../runtime/payments/transitions.ts'
import type { RecordState } from '../../../runtime/payments/transitions.ts'
import type { Model } from './walk.ts'

/** What is walked through: the fee of each request, which all have the same transfer. */
export interface TransferShape {
  requests: readonly { fee: number; process: number }[]
  crashes: number
  /** How often a caller without a final answer sends the same request again. */
  repeats: number
}

/** The rules of the code, or changed ones, to see that the walk notices. */
export interface TransferRules {
  RECORD: typeof RECORD
  /** Whether a transfer that has landed serves only the fee that it came with. */
  isOwn: boolean
  /** Whether the fee waits until the transfer has landed. */
  waits: boolean
}

interface Asked {
  step: 'new' | 'transfers' | 'awaits' | 'charges' | 'paying' | 'over'
  answer: 0 | 200 | 402 | 409 | 502 | 503
  repeats: number
}

interface Paper {
  state: RecordState
  owner: string
  /** The fee that a transfer came with. */
  purpose: number
  mined: boolean
}

interface State {
  asked: Asked[]
  transfer: Paper
  fees: Paper[]
  lives: number[]
  crashes: number
  wrong: string
}

const paper = (): Paper => ({ state: 'none', owner: '', purpose: -1, mined: false })

/** The model of a shape. */
export function transferModel(shape: TransferShape, rules: TransferRules): Model<State> {
  const { requests } = shape
  const nameOf = ({ lives }: State, process: number): string => `${process}.${lives[process]}`
  const isDead = ({ lives }: State, { owner }: Paper): boolean => {
    const [process, life] = owner.split('.')
    return owner !== '' && String(lives[Number(process)]) !== life
  }
  const moves = (one: Paper, event: RecordEvent): boolean => {
    if (!can(rules.RECORD, one.state, event)) return false
    one.state = next(rules.RECORD, one.state, event)
    return true
  }
  const claims = (state: State, one: Paper, process: number): boolean => {
    const event = isDead(state, one) && one.state === 'claimed' ? 'take_over' : 'claim'
    if (!moves(one, event)) return false
    one.owner = nameOf(state, process)
    return true
  }
  /** Ends a call without a charge: its fee can be used again. */
  const refuses = (state: State, at: number, answer: Asked['answer']): void => {
    moves(state.fees[requests[at]!.fee]!, 'release')
    Object.assign(state.asked[at]!, { step: 'over', answer })
  }

  /** What a call does with the transfer, once its fee is claimed. */
  const transfers = (state: State, at: number): void => {
    const { transfer, asked } = state
    const { fee, process } = requests[at]!
    if (claims(state, transfer, process)) {
      transfer.purpose = fee
      asked[at]!.step = 'awaits'
      return
    }
    if (rules.isOwn && transfer.purpose !== fee) return refuses(state, at, 409)
    if (transfer.state === 'settled') asked[at]!.step = 'charges'
    else if (transfer.state === 'failed') refuses(state, at, 502)
    else asked[at]!.step = 'awaits'
  }

  const stepsOf: Record<string, (state: State, at: number) => boolean> = {
    claims_fee(state, at) {
      if (state.asked[at]!.step !== 'new') return false
      const { fee, process } = requests[at]!
      const record = state.fees[fee]!
      if (claims(state, record, process)) state.asked[at]!.step = 'transfers'
      else
        Object.assign(state.asked[at]!, {
          step: 'over',
          answer: record.state === 'settled' ? 402 : 503,
        })
      return true
    },
    transfers(state, at) {
      if (state.asked[at]!.step !== 'transfers') return false
      transfers(state, at)
      return true
    },
    sends(state, at) {
      const { transfer, asked } = state
      const isOurs = transfer.owner === nameOf(state, requests[at]!.process)
      if (asked[at]!.step !== 'awaits' || !isOurs || transfer.state !== 'claimed') return false
      if (!rules.waits) asked[at]!.step = 'charges'
      return moves(transfer, 'send')
    },
    hears(state, at) {
      if (state.asked[at]!.step !== 'awaits' || state.transfer.state !== 'settled') return false
      state.asked[at]!.step = 'charges'
      return true
    },
    fails(state, at) {
      if (state.asked[at]!.step !== 'awaits' || state.transfer.state !== 'failed') return false
      refuses(state, at, 502)
      return true
    },
    gives_up(state, at) {
      if (state.asked[at]!.step !== 'awaits' || state.transfer.state !== 'settling') return false
      refuses(state, at, 503)
      return true
    },
    charges(state, at) {
      if (state.asked[at]!.step !== 'charges') return false
      if (moves(state.fees[requests[at]!.fee]!, 'send')) state.asked[at]!.step = 'paying'
      else refuses(state, at, 503)
      return true
    },
    answers(state, at) {
      const fee = state.fees[requests[at]!.fee]!
      if (state.asked[at]!.step !== 'paying' || fee.state !== 'settled') return false
      Object.assign(state.asked[at]!, { step: 'over', answer: 200 })
      return true
    },
    repeats(state, at) {
      const asked = state.asked[at]!
      if (asked.step !== 'over' || asked.repeats >= shape.repeats) return false
      if (![0, 503].includes(asked.answer)) return false
      Object.assign(asked, { step: 'new', answer: 0, repeats: asked.repeats + 1 })
      return true
    },
  }

  /** What the chain and the sweeps do with a record. */
  const worldSteps: Record<string, (state: State, one: Paper) => boolean> = {
    lands(state, one) {
      if (one.state !== 'settling') return false
      one.mined = true
      const { transfer, fees } = state
      if (one !== transfer && !transfer.mined) state.wrong = 'a fee without a transfer'
      if (fees.filter(({ mined }) => mined).length > 1) state.wrong = 'two fees for one transfer'
      return moves(one, 'land')
    },
    // A fee that the chain refuses would only be served without its charge.
    reverts: (state, one) =>
      one === state.transfer && !one.mined && isSent(one) && moves(one, 'fail'),
    sweeps: (state, one) => one.state === 'claimed' && isDead(state, one) && moves(one, 'release'),
  }
  const isSent = ({ state }: Paper): boolean => state === 'settling'

  const crash = (state: State, process: number): boolean => {
    if (state.crashes >= shape.crashes) return false
    state.crashes += 1
    state.lives[process]! += 1
    requests.forEach((one, at) => {
      const asked = state.asked[at]!
      if (one.process === process && !['new', 'over'].includes(asked.step))
        Object.assign(asked, { step: 'over', answer: 0 })
    })
    return true
  }

  return {
    start: {
      asked: requests.map(() => ({ step: 'new', answer: 0, repeats: 0 })),
      transfer: paper(),
      fees: [...new Set(requests.map(({ fee }) => fee))].map(paper),
      lives: [0, 0],
      crashes: 0,
      wrong: '',
    },
    key: state => JSON.stringify(state),
    steps(state) {
      const taken: [string, State][] = []
      const attempt = (name: string, take: (copy: State) => boolean): void => {
        const copy = structuredClone(state)
        if (take(copy)) taken.push([name, copy])
      }
      for (const [name, step] of Object.entries(stepsOf))
        requests.forEach((_, at) => attempt(`${name} ${at}`, copy => step(copy, at)))
      for (const [name, step] of Object.entries(worldSteps))
        for (let at = -1; at < state.fees.length; at++)
          attempt(`${name} ${at}`, copy => step(copy, at < 0 ? copy.transfer : copy.fees[at]!))
      for (const process of [0, 1]) attempt(`crash ${process}`, copy => crash(copy, process))
      return taken
    },
    fault: ({ wrong }) => wrong || undefined,
    isAtRest: ({ asked, transfer, fees }) =>
      asked.every(({ step }) => step === 'over') &&
      [transfer, ...fees].every(({ state }) => !['claimed', 'settling'].includes(state)),
  }
}
