/** Builds `aliases:`: other methods and paths of a route, with the holes that they fill. */
import { entriesOf, itemsOf, problem, textOf, valueOf } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { report, type LoweringContext } from './build.ts'
import { holesOf } from './request.ts'
import type { AliasIR } from '../ir.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Place, Raw } from '../types.ts'

/**
 * The aliases of a route. Each hole of the route's path is a hole of the alias or filled by `with`.
 */
export function aliasesOf(flat: FlatRoute, build: LoweringContext): AliasIR[] {
  return itemsOf(valueOf(flat.keys, 'aliases')).map(item => {
    const alias = aliasOf(item, flat.method)
    checkHoles(item, { alias, flat, build })
    return alias
  })
}

function aliasOf(item: Raw, own: AliasIR['method']): AliasIR {
  const text = textOf(item.kind === 'map' ? valueOf(item, 'path') : item) ?? ''
  const [, method = own, path = ''] = /^(?:(GET|POST) )?(.*)$/s.exec(text)!
  const filled = entriesOf(valueOf(item, 'with')).map(
    ({ key, value }) => [key, textOf(value) ?? ''] as const,
  )
  return {
    method: method as AliasIR['method'],
    path,
    ...(filled.length > 0 ? { with: Object.fromEntries(filled) } : {}),
  }
}

/** The aliases of a route as texts with their methods. */
export function aliasTexts(written: Raw | undefined, own: AliasIR['method']): string[] {
  return itemsOf(written).map(item => {
    const { method, path } = aliasOf(item, own)
    return `${method} ${path}`
  })
}

interface Checking {
  alias: AliasIR
  flat: FlatRoute
  build: LoweringContext
}

function checkHoles(item: Raw, { alias, flat, build }: Checking): void {
  const wanted = holesOf(flat.path)
  const written = holesOf(alias.path)
  const route = `${flat.method} ${flat.path}`
  const at = (item.kind === 'map' && valueOf(item, 'path')?.place) || item.place
  const complain = (place: Place, message: string, hint: string | undefined): void =>
    report(build, problem('bad-alias', place, message, { hint }))
  for (const { key, keyPlace } of entriesOf(valueOf(item, 'with'))) {
    if (!wanted.includes(key))
      complain(keyPlace, `${route} has no hole {${key}} to fill`, suggestion(key, wanted, 'it has'))
    else if (written.includes(key))
      complain(keyPlace, `{${key}} is in the path of the alias already`, `remove it from \`with\``)
  }
  for (const hole of written)
    if (!wanted.includes(hole))
      complain(at, `${route} has no hole {${hole}}`, suggestion(hole, wanted, 'it has'))
  for (const hole of wanted) {
    if (written.includes(hole) || Object.hasOwn(alias.with ?? {}, hole)) continue
    const path = textOf(valueOf(item, 'path') ?? item) ?? ''
    const hint = `fill it: { path: "${path}", with: { ${hole}: ... } }`
    complain(at, `the alias ${alias.path} leaves the hole {${hole}} of ${route} unfilled`, hint)
  }
}
