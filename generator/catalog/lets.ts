/** Which `let:` values a formula needs. */
import type { Let } from '../ir.ts'
import type { Code } from '../types.ts'

/** The lets that codes need, transitively, in order. */
export function neededLets(lets: readonly Let[], codes: readonly Code[]): Let[] {
  if (lets.length === 0) return []
  const wanted = new Set(codes.flatMap(code => code.uses))
  for (const one of lets.toReversed())
    if (wanted.has(one.name)) for (const name of one.code.uses) wanted.add(name)
  return lets.filter(one => wanted.has(one.name))
}

/**
 * The lets that codes read themselves or through others that are not derived. A derived let is
 * computed elsewhere.
 */
export function directLets(lets: readonly Let[], codes: readonly Code[]): Let[] {
  const own = neededLets(
    lets.filter(one => !one.derived),
    codes,
  )
  const read = new Set([...codes, ...own.map(one => one.code)].flatMap(code => code.uses))
  return lets.filter(one => own.includes(one) || (one.derived && read.has(one.name)))
}
