/**
 * Emits `generated/<folder>/<family>.discovery.ts`: what crawlers are told of each paid route in
 * its challenge.
 */
import type { RouteIR } from '../ir.ts'
import { bazaarOf } from './bazaar.ts'
import { docText } from './code/file.ts'
import { laidOut } from './code/literal.ts'
import { discoveryPath, importPath } from './code/names.ts'
import { type Emitter, type Facts, families } from './facts.ts'
import { code, type OutFile } from './out-file.ts'

/** One file per family that has priced routes. They are data only, so they are printed as text. */
export const emitDiscovery: Emitter = function* (ir, facts) {
  for (const family of families(ir)) {
    const paid = family.routes.filter(route => route.price !== undefined)
    if (paid.length > 0) yield discoveryFile(paid, facts)
  }
}

function discoveryFile(routes: readonly RouteIR[], facts: Facts): OutFile {
  const path = discoveryPath(routes[0]!.family)
  const constants = routes.map(route => {
    const name = `${facts.names.get(route.id)!}Discovery`
    const text = laidOut(bazaarOf(route), '', `export const ${name}: Json = `.length)
    return `${docText(`${route.method} ${route.path}`)}\nexport const ${name}: Json = ${text}`
  })
  const head = `import type { Json } from '${importPath(path, '../runtime/contract.ts')}'`
  return code(
    path,
    [...routes.map(r => r.place.file), ...facts.shared],
    `${[head, ...constants].join('\n\n')}\n`,
  )
}
