/** Fields that are taken and never read. A warning: a field may be there only to be accepted. */
import { warning, type Check } from './check.ts'
import { codesOfCall, codesOfRoute } from './codes-of.ts'
import type { CatalogIR, Problem, RouteIR } from '../types.ts'

export const unusedField: Check = {
  code: 'unused-field',
  run(catalog) {
    const calls = new Map(catalog.calls.map(call => [call.id, call]))
    const memo = new Map<string, string>()
    const callText = (id: string): string => {
      let text = memo.get(id)
      if (text === undefined) memo.set(id, text = calls.has(id) ? codesOfCall(calls.get(id)!).map(code => code.code).join('\n') : '')
      return text
    }
    return catalog.routes.flatMap(route => fields(route, { callText, calls }))
  },
}

interface Calls { callText(id: string): string; calls: ReadonlyMap<string, CatalogIR['calls'][number]> }

function fields(route: RouteIR, { callText, calls }: Calls): Problem[] {
  const { body } = route
  if (!body || body.type.kind !== 'record' || body.unknown === 'forward' || route.suspended) return []
  if (route.calls.some(id => calls.get(id)?.send === 'verbatim')) return []
  const text = [...codesOfRoute(route).map(code => code.code), ...route.calls.map(callText)].join('\n')
  if (/(?<![\w$.])body(?![\w$]|\??\.|\[')/.test(text.replaceAll(/\bget\(body, '/g, 'body.'))) return []
  return Object.entries(body.type.fields).filter(([name]) => !reads(text, name)).map(([name, field]) => warning(
    'unused-field', field.place ?? body.place, `nothing reads \`body.${name}\``, { hint: 'send it to the upstream, or remove the field' },
  ))
}

/** Whether code reads a member of the body, in any of the ways in which it is printed. */
function reads(code: string, name: string): boolean {
  return new RegExp(`\\bbody\\??\\.${name}\\b|\\bbody\\['${name}'\\]|get\\(body, '${name}'`).test(code)
}
