/**
 * Checks the keys of calls with a protocol. The protocol writes the request and reads the reply, so
 * keys that do the same, or something else, conflict with it.
 */
import { CALL_KEYS } from '../language/calls.ts'
import { membersOf } from '../language/key.ts'
import { passesThrough } from '../shape/protocols.ts'
import { callKey } from './call-keys.ts'
import { fault, type Check } from './check.ts'
import type { CallIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses keys that conflict with the protocol of a call. */
export const protocol: Check = {
  code: 'protocol',
  run(catalog, flat) {
    return catalog.calls.flatMap((call): Problem[] => {
      const at = (key: string) => callKey(flat, call, key) ?? call.place
      if (!call.protocol) return []
      const foreign = membersOf(CALL_KEYS, call).flatMap(({ path, key }) => {
        const hint = key.notWith?.protocol
        const message = `a call with \`protocol\` has no \`${path}\``
        return hint === undefined ? [] : [fault('protocol', at(path), message, { hint })]
      })
      return [...foreign, ...(passesThrough(call.protocol) ? [] : unwritten(call, at))]
    })
  },
}

/**
 * Checks that the parts that the protocol does not write are made by `send`, as a request of the
 * inner form.
 */
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
