/** Fields that are taken and never read. A warning: a field may be there only to be accepted. */
import { warning, type Check } from './check.ts'
import { codesOfCall } from '../catalog/call-codes.ts'
import { codesOfRoute, codesOfTranslation } from './codes-of.ts'
import type { CatalogIR, InputIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Warns of fields that nothing reads. */
export const unusedField: Check = {
  code: 'unused-field',
  run(catalog) {
    const calls = new Map(catalog.calls.map(call => [call.id, call]))
    const memo = new Map<string, string>()
    const callText = (id: string): string => {
      let text = memo.get(id)
      if (text !== undefined) return text
      const call = calls.get(id)
      const before = call?.first ? [callText(call.first.call)] : []
      memo.set(
        id,
        (text = [...before, ...(call ? codesOfCall(call).map(code => code.code) : [])].join('\n')),
      )
      return text
    }
    return catalog.routes.flatMap(route => fields(route, { callText, calls }))
  },
}

interface Calls {
  callText(id: string): string
  calls: ReadonlyMap<string, CatalogIR['calls'][number]>
}

function fields(route: RouteIR, { callText, calls }: Calls): Problem[] {
  if (route.suspended) return []
  const form = unread(
    route.translate?.body,
    codesOfTranslation(route).map(code => code.code),
    'read it in `give`, or remove the field',
  )
  if (route.calls.some(id => calls.get(id)?.send === 'verbatim')) return form
  const codes = [...codesOfRoute(route).map(code => code.code), ...route.calls.map(callText)]
  return [...form, ...unread(route.body, codes, 'send it to the upstream, or remove the field')]
}

/** Fields of a body that no code reads, where the body is not passed on as a whole. */
function unread(body: InputIR | undefined, codes: readonly string[], hint: string): Problem[] {
  if (!body || body.type.kind !== 'record' || body.unknown === 'forward') return []
  const text = codes.join('\n')
  if (/(?<![\w$.])body(?![\w$]|\??\.|\[')/.test(text.replaceAll(/\bget\(body, '/g, 'body.')))
    return []
  return Object.entries(body.type.fields)
    .filter(([name]) => !reads(text, name))
    .map(([name, field]) =>
      warning('unused-field', field.place ?? body.place, `nothing reads \`body.${name}\``, {
        hint,
      }),
    )
}

/** Whether code reads a member of the body, in any of the ways in which it is printed. */
function reads(code: string, name: string): boolean {
  return new RegExp(`\\bbody\\??\\.${name}\\b|\\bbody\\['${name}'\\]|get\\(body, '${name}'`).test(
    code,
  )
}
