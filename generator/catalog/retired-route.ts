/**
 * Builds `retired:` of a route: a status, or the time from which it is refused with its successor.
 */
import { nearest } from '../problems/suggest.ts'
import { entryOf, problem, valueOf } from '../read/access.ts'
import { aliasTexts } from './aliases.ts'
import type { LoweringContext } from './build.ts'
import { notSold, retiredAt } from './retired.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { RetiredIR } from '../ir.ts'

const STATUSES: readonly string[] = ['404', '410']

/**
 * The time of a route's retirement, and the successor's address; undefined if it only has a status.
 */
export function retiredRoute(flat: FlatRoute, build: LoweringContext): RetiredIR | undefined {
  const raw = valueOf(flat.keys, 'retired')
  const { problems } = build
  if (raw === undefined || (raw.kind === 'scalar' && STATUSES.includes(raw.text.text)))
    return undefined
  if (raw.kind === 'scalar' && typeof raw.value === 'number') {
    const message = `\`retired\` must be ${STATUSES.join(' or ')}`
    const hint = 'or name the successor: retired: { since: 2027-01-01, use: .. }'
    problems.push(problem('bad-value', raw.place, message, { hint }))
    return undefined
  }
  const sold = build.flat.routes.filter(
    one => one !== flat && valueOf(one.keys, 'retired') === undefined,
  )
  const known = sold.flatMap(addressesOf)
  const own = `${flat.method} ${flat.path}`
  const near = nearest(own, known)
  const found = retiredAt(raw, {
    what: own,
    successors: near === undefined ? ['POST /api/v2/things'] : [near],
    problems,
  })
  if (found === undefined) return undefined
  const use = /^(GET|POST) /.test(found.use) ? found.use : `${flat.method} ${found.use}`
  const { place } = entryOf(raw, 'use')!.value
  if (!known.includes(use)) {
    const isRetired = build.flat.routes.flatMap(addressesOf).includes(use)
    const like = nearest(use, known)
    const hint = like
      ? `did you mean \`${like}\`?`
      : 'write the method and path of a route of this catalog, with its holes'
    problems.push(
      isRetired
        ? notSold(use, place)
        : problem('retired', place, `there is no route \`${use}\``, { hint }),
    )
  }
  return { ...found, use }
}

/** The addresses of a route: its own, and those of its aliases. */
function addressesOf({ method, path, keys }: FlatRoute): string[] {
  return [`${method} ${path}`, ...aliasTexts(valueOf(keys, 'aliases'), method)]
}
