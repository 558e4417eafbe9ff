/**
 * Every step that a payment may take, as data. There are three tables: the payment record in the
 * store, the payment of one call, and the mark of a job, which names the authorization that pays
 * for it. Code that moves money takes each step through `next`, so it cannot take a step that is
 * not in a table. `test/payments/walk.test.ts` walks through all of them, and README.md in this
 * folder draws them.
 */

/** One state: its meaning for the caller and for the gateway, and the state after each event. */
interface State<S extends string, E extends string> {
  readonly caller: string
  readonly us: string
  readonly to: { readonly [event in E]?: S }
}

/** A table of transitions: its states, each with the events that it allows. */
export type Table<S extends string, E extends string> = { readonly [state in S]: State<S, E> }

/** The states of a payment record. `refused` is stored as `failed` with `mayLand`. */
export type RecordState =
  | 'none'
  | 'claimed'
  | 'settling'
  | 'settled'
  | 'refused'
  | 'failed'
  | 'released'

/** The events of a payment record. */
export type RecordEvent =
  | 'claim'
  | 'take_over'
  | 'retry'
  | 'send'
  | 'land'
  | 'refuse'
  | 'fail'
  | 'cover'
  | 'abandon'
  | 'release'

/** The transitions of a payment record. Each authorization has one record. */
export const RECORD: Table<RecordState, RecordEvent> = {
  none: {
    caller: 'The authorization was never used here.',
    us: 'There is no record.',
    to: { claim: 'claimed' },
  },
  claimed: {
    caller: 'The work continues. A repeat of the request waits, then gets 503.',
    us: 'One call or job owns the authorization. No intent is stored, so nothing was sent.',
    to: {
      take_over: 'claimed',
      send: 'settling',
      land: 'settled',
      refuse: 'refused',
      fail: 'failed',
      cover: 'settled',
      abandon: 'failed',
      release: 'released',
    },
  },
  settling: {
    caller: 'The result is stored. A repeat gets 503 until the outcome is certain, never 402.',
    us: 'The intent is stored, so the transfer may have been sent. Only the chain can end this.',
    to: { send: 'settling', land: 'settled', refuse: 'refused', fail: 'failed' },
  },
  settled: {
    caller: 'It paid. A repeat gets the reply until the reply was delivered, then 402.',
    us: 'The transfer is on the chain. The stored reply is dropped once it was delivered.',
    to: {},
  },
  refused: {
    caller: 'It did not pay, and may sign again. Its reply is stored in case it still pays.',
    us: 'The gateway has nothing pending, but anyone with the signature can still send it.',
    to: { land: 'settled', refuse: 'refused', fail: 'failed', retry: 'claimed' },
  },
  failed: {
    caller: 'It did not pay and never will. A repeat gets 402.',
    us: 'Used up without a charge. If the chain shows a transfer nevertheless, the chain is right.',
    to: { land: 'settled', retry: 'claimed' },
  },
  released: {
    caller: 'Nothing was charged. The same header can be sent again.',
    us: 'The work failed, or its process died before an intent was stored.',
    to: { claim: 'claimed', land: 'settled' },
  },
}

/** States of the payment of one call. */
export type CallState =
  | 'none'
  | 'verified'
  | 'claimed'
  | 'settling'
  | 'settled'
  | 'unsettled'
  | 'failed'
  | 'released'
  | 'waived'
  | 'entrusted'

/** The table of calls; it also shows whether each state has charged the caller. */
type CallTable = {
  readonly [state in CallState]: State<CallState, CallEvent> & {
    readonly charged: 'no' | 'maybe' | 'yes'
  }
}

/** The events of the payment of one call. */
export type CallEvent =
  | 'verify'
  | 'claim'
  | 'adopt'
  | 'settle'
  | 'land'
  | 'fail'
  | 'wait'
  | 'serve'
  | 'unsent'
  | 'refuse'
  | 'cover'
  | 'release'
  | 'waive'
  | 'entrust'

/**
 * The transitions of the payment of one call. `charged` is whether the caller was charged. It
 * decides how a fault of the gateway is answered, and only a payment with `no` may be released.
 */
export const CALL: CallTable = {
  none: {
    charged: 'no',
    caller: 'No payment came, or it was not checked yet. Nothing is charged.',
    us: 'No wallet is known.',
    to: { verify: 'verified', release: 'none' },
  },
  verified: {
    charged: 'no',
    caller: 'The signature is good. Nothing is charged.',
    us: 'Nothing is claimed. A poll claims only when it settles.',
    to: {
      claim: 'claimed',
      adopt: 'settled',
      settle: 'settling',
      serve: 'unsettled',
      release: 'verified',
    },
  },
  claimed: {
    charged: 'no',
    caller: 'The work continues. Nothing is charged.',
    us: 'This call owns the authorization, and must settle or release it.',
    to: {
      settle: 'settling',
      release: 'released',
      waive: 'waived',
      entrust: 'entrusted',
      cover: 'settled',
    },
  },
  settling: {
    charged: 'maybe',
    caller: 'If the call ends here the reply is 503: the money may have moved.',
    us: 'The ledger has the payment. The call must not release it.',
    to: {
      land: 'settled',
      fail: 'failed',
      wait: 'settling',
      serve: 'unsettled',
      unsent: 'claimed',
      refuse: 'verified',
    },
  },
  settled: {
    charged: 'yes',
    caller: 'The reply carries a receipt.',
    us: 'The transfer landed. It may be an earlier one whose reply is redelivered now.',
    to: {},
  },
  unsettled: {
    charged: 'maybe',
    caller: 'The result is served, and the reply says that it is not settled.',
    us:
      'Conversations are served this way, and results whose cost we bear. The ledger finds ' +
      'out whether the transfer lands.',
    to: {},
  },
  failed: {
    charged: 'maybe',
    caller: 'The reply is 402. Nothing was charged, and the result is not served.',
    us: 'The settlement failed for certain, unless someone else sends the authorization.',
    to: {},
  },
  released: {
    charged: 'no',
    caller: 'The work failed or was free. The same header can be sent again.',
    us: 'The claim was released.',
    to: { release: 'released' },
  },
  waived: {
    charged: 'no',
    caller: 'The price is zero. The signature only identifies the wallet.',
    us: 'The authorization is used up, and nothing moves.',
    to: { release: 'waived' },
  },
  entrusted: {
    charged: 'no',
    caller: 'The reply is 202: the job is to be polled.',
    us: 'The job owns the claim, not this call.',
    to: { release: 'entrusted' },
  },
}

/** States of a job's payment. */
export type MarkState = 'unpaid' | 'marked' | 'paid'

/** The events of a job's payment. */
export type MarkEvent = 'mark' | 'unmark' | 'pay'

/**
 * The transitions of a job's mark: the key of the authorization that is settling the job or has
 * paid for it.
 */
export const MARK: Table<MarkState, MarkEvent> = {
  unpaid: {
    caller: 'A poll with any good authorization of the wallet pays for the result.',
    us: 'No authorization was chosen for it.',
    to: { mark: 'marked', pay: 'paid' },
  },
  marked: {
    caller: 'A poll with another authorization waits: it pays only if the marked one cannot.',
    us: 'Another mark replaces this one only when its settlement failed for certain.',
    to: { mark: 'marked', unmark: 'unpaid', pay: 'paid' },
  },
  paid: {
    caller: 'Polls give the result again and charge nothing.',
    us: 'The first payment stays recorded.',
    to: {},
  },
}

/**
 * Reports an event that the table does not allow. It is a fault of the gateway, and no money moves.
 */
export class IllegalTransition extends Error {
  override name = 'IllegalTransition'
}

/** Whether the table allows an event in a state. */
export function can<S extends string, E extends string>(
  table: Table<S, E>,
  state: S,
  event: E,
): boolean {
  return table[state].to[event] !== undefined
}

/** Returns the state after an event. Throws `IllegalTransition` if the table does not allow it. */
export function next<S extends string, E extends string>(
  table: Table<S, E>,
  state: S,
  event: E,
): S {
  const to = table[state].to[event]
  if (to === undefined) throw new IllegalTransition(`a payment that is ${state} cannot ${event}`)
  return to
}
