/**
 * Finds fields that are accepted and never read. A warning, because a field may exist only to be
 * accepted.
 */
import { warning, type Check } from './check.ts'
import { codesOfCall } from '../catalog/call-codes.ts'
import { atAllDates, codesOfRoute, codesOfTranslation } from './codes-of.ts'
import type { CallIR, InputIR, RouteIR } from '../ir.ts'
import { membersRead, readsWhole } from '../js/ask.ts'
import type { Code, Problem } from '../types.ts'

/** Warns of fields that nothing reads at any date. */
export const unusedField: Check = {
  code: 'unused-field',
  run(catalog) {
    const calls = new Map(catalog.calls.map(call => [call.id, call]))
    const memo = new Map<string, readonly Code[]>()
    const callCodes = (id: string): readonly Code[] => {
      let codes = memo.get(id)
      if (codes) return codes
      const call = calls.get(id)
      const before = call?.first ? callCodes(call.first.call) : []
      memo.set(id, (codes = [...before, ...(call ? codesOfCall(call) : [])]))
      return codes
    }
    return catalog.routes.flatMap(route => fields(route, { callCodes, calls }))
  },
}

interface Calls {
  callCodes(id: string): readonly Code[]
  calls: ReadonlyMap<string, CallIR>
}

function fields(route: RouteIR, { callCodes, calls }: Calls): Problem[] {
  // The fields that a service reads are not known to the catalog.
  if (route.suspended || route.serves) return []
  const form = unread(
    route.translate?.body,
    codesOfTranslation(route),
    'read it in `give`, or remove the field',
  )
  if (route.calls.some(id => calls.get(id)?.send === 'verbatim')) return form
  const codes = [...atAllDates(route).flatMap(codesOfRoute), ...route.calls.flatMap(callCodes)]
  return [...form, ...unread(route.body, codes, 'send it to the upstream, or remove the field')]
}

/** The fields of a body that no code reads, unless the body is forwarded as a whole. */
function unread(body: InputIR | undefined, codes: readonly Code[], hint: string): Problem[] {
  if (!body || body.type.kind !== 'record' || body.unknown === 'forward') return []
  const reading = codes.filter(code => code.uses.includes('body'))
  if (reading.some(code => readsWhole(code.js, 'body'))) return []
  const read = new Set(reading.flatMap(code => membersRead(code.js, 'body')))
  return Object.entries(body.type.fields)
    .filter(([name]) => !read.has(name))
    .map(([name, field]) =>
      warning('unused-field', field.place ?? body.place, `nothing reads \`body.${name}\``, {
        hint,
      }),
    )
}
