/** `retired: { since, use }` of a row or a route. */
import { readInstant } from '../../runtime/lib/instant.ts'
import { RETIRED_SHAPE } from '../language/dated.ts'
import { entryOf, problem, textAt } from '../read/access.ts'
import { checkShape } from '../shape/walk.ts'
import type { RetiredIR } from '../ir.ts'
import type { Place, Problem, Raw } from '../types.ts'

/** The retired row or route, and its possible successors. */
interface RetiredContext {
  what: string
  successors: readonly string[]
  problems: Problem[]
}

/** The time of a retirement, and its successor; undefined if it is invalid, after reporting it. */
export function retiredAt(raw: Raw, site: RetiredContext): RetiredIR | undefined {
  const { what, successors, problems } = site
  const some = successors.slice(0, 6).join(', ')
  const example = `retired: { since: 2027-01-01, use: ${successors[0] ?? 'SUCCESSOR'} }`
  if (raw.kind !== 'map') {
    problems.push(
      problem('retired', raw.place, `\`retired\` of ${what} must name its successor`, {
        hint: `write ${example}`,
      }),
    )
    return undefined
  }
  const { required: _, ...shape } = RETIRED_SHAPE
  problems.push(...checkShape(raw, shape, 'retired'))
  const since = entryOf(raw, 'since')
  const written = textAt(raw, 'since') ?? ''
  const instant = readInstant(written)
  if (since !== undefined && instant === undefined && /^\d{4}-\d\d-\d\d(T|$)/.test(written))
    problems.push(
      problem('retired', since.value.place, `\`${written}\` is not a date or a time`, {
        hint:
          'write an existing day, e.g. 2027-01-01, or a time with its zone: ' +
          '2027-01-01T09:00:00Z',
      }),
    )
  const use = textAt(raw, 'use')
  if (entryOf(raw, 'use') === undefined)
    problems.push(
      problem('retired', raw.entries[0]?.keyPlace ?? raw.place, `\`retired\` lacks \`use\``, {
        hint:
          `the refusal of ${what} names the successor: add ` +
          `\`use:\`${some && ` with one of ${some}${successors.length > 6 ? ', ..' : ''}`}`,
      }),
    )
  if (use === undefined) return undefined
  return { use, place: raw.place, ...(instant === undefined ? {} : { since: instant }) }
}

/** The problem of a successor that is not sold. */
export const notSold = (use: string, place: Place): Problem =>
  problem('retired', place, `\`${use}\` is not sold either`, {
    hint: 'name a successor that callers can use',
  })
