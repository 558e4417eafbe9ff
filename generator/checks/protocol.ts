/**
 * A protocol writes the request and reads the reply of a call; keys that would do the same, or
 * something else, contradict it.
 */
import { passesThrough } from '../shape/protocols.ts'
import { callKey } from './call-keys.ts'
import { fault, type Check } from './check.ts'
import type { CallIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Keys that no conversation has, with the reason. */
const FOREIGN = {
  give: 'the protocol reads the reply',
  resultWhen: 'the protocol knows an empty answer',
  bytes: 'a conversation is no file',
  sendAs: 'a conversation is no form',
  ticket: 'a conversation is answered at once',
  repeat: 'each call would be a conversation of its own',
} as const satisfies Partial<Record<keyof CallIR, string>>

/** How keys are written, where the catalog calls them otherwise. */
const WRITTEN: Readonly<Record<string, string>> = { sendAs: 'send_as', resultWhen: 'result_when' }

export const protocol: Check = {
  code: 'protocol',
  run(catalog, flat) {
    return catalog.calls.flatMap((call): Problem[] => {
      const at = (key: string) => callKey(flat, call, key) ?? call.place
      if (!call.protocol) return []
      const foreign = (Object.keys(FOREIGN) as (keyof typeof FOREIGN)[])
        .filter(key => call[key] !== undefined)
        .map(key => {
          const name = WRITTEN[key] ?? key
          return fault('protocol', at(name), `a call with \`protocol\` has no \`${name}\``, {
            hint: FOREIGN[key],
          })
        })
      return [...foreign, ...(passesThrough(call.protocol) ? [] : unwritten(call, at))]
    })
  },
}

/** What a protocol writes is made by `send`, as a request of the inner form. */
function unwritten(call: CallIR, at: (key: string) => CallIR['place']): Problem[] {
  const hint = 'send: { ...: =body, model: =model.upstream_id, messages: =messages }'
  if (call.send === 'verbatim')
    return [
      fault(
        'protocol',
        at('send'),
        `${call.protocol} writes the request itself, so \`send\` cannot be \`verbatim\``,
        { hint },
      ),
    ]
  if (call.send === undefined)
    return [
      fault(
        'protocol',
        at('protocol'),
        `${call.protocol} has nothing to write: ${call.id} has no \`send\``,
        { hint },
      ),
    ]
  return call.method === 'GET'
    ? [fault('protocol', at('get'), 'a conversation is sent with `post`')]
    : []
}
