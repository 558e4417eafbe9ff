/** The formulas of an upstream call, for whoever asks what they read or whether they wait. */
import type { Block, CallIR, PollIR } from '../ir.ts'
import type { Code } from '../types.ts'

/** Code of every formula of a call, of its second step too. */
export function codesOfCall(call: CallIR): Code[] {
  return [...codesOfSend(call), ...codesBesideSend(call)]
}

/** Code of the bodies that a call sends: they may wait for hooks. */
function codesOfSend(call: CallIR): Code[] {
  return codesOfBlocks([call.send, call.poll?.send])
}

/** Code of everything else of a call. */
export function codesBesideSend(call: CallIR): Code[] {
  return [
    ...codesOfBlocks([call.repeat, call.first?.when, call.ticket]),
    ...requestCodes(call),
    ...(call.poll ? [...requestCodes(call.poll), ...codesOfBlocks([call.poll.pending])] : []),
  ]
}

/** Code of one step, without its body. */
function requestCodes(step: CallIR | PollIR): Code[] {
  return [
    ...codesOfBlocks([step.path, step.holes, step.query, step.passes, step.give, step.resultWhen]),
    ...step.fail.flatMap(rule =>
      [...rule.lets.map(one => one.code), rule.when, rule.details, rule.retryAfter].filter(
        code => code !== undefined,
      ),
    ),
  ]
}

/** Code of blocks and of the lets they need; words such as `verbatim` have none. */
export function codesOfBlocks(list: readonly (Block | string | undefined)[]): Code[] {
  return list.flatMap(one =>
    typeof one === 'object' ? [...one.lets.map(own => own.code), one.code] : [],
  )
}
