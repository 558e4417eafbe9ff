/** Finds limits that allow more or less, count by something else, or refuse in another form. */
import type { CatalogIR, LimitIR } from '../ir.ts'
import { counted } from '../problems/counted.ts'
import { finding } from './finding.ts'
import type { Finding } from './types.ts'

/** The findings about limits that both catalogs have. */
export function limitFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  return now.limits.flatMap(limit => {
    const was = old.limits.find(one => one.name === limit.name)
    if (was === undefined) return []
    const counts =
      was.by === limit.by ? rateFindings(was, limit, now) : [limitKeyFinding(was, limit)]
    return [...counts, ...(was.style === limit.style ? [] : [styleFinding(was, limit)])]
  })
}

const rateText = ({ max, per }: LimitIR): string => `${max} in ${per / 1000} s`

function rateFindings(was: LimitIR, is: LimitIR, { routes }: CatalogIR): Finding[] {
  const [old, now] = [rateText(was), rateText(is)]
  if (old === now) return []
  const isLess = is.max / is.per < was.max / was.per
  const free = routes.filter(({ quota }) => quota?.names.includes(is.name) === true)
  const at = counted(free.length, 'route')
  const isEqual = is.max / is.per === was.max / was.per
  const what =
    free.length === 0 || isEqual ? '' : `${isLess ? 'fewer' : 'more'} results are free at ${at}, `
  return [
    finding({
      id: isLess ? 'limit-lowered' : 'limit-raised',
      subject: is.name,
      old,
      new: now,
      message: `limit ${is.name}: ${what}${old} -> ${now}`,
      place: is.place,
    }),
  ]
}

/** The finding of a limit whose refusals have another form. */
const styleFinding = ({ style: old }: LimitIR, { name, style, place }: LimitIR): Finding =>
  finding({
    id: 'limit-style-changed',
    subject: name,
    old,
    new: style,
    message: `limit ${name}: the form of its refusals, ${old} -> ${style}`,
    place,
  })

/** The finding of a limit that counts by something else; it also names another rate. */
function limitKeyFinding(was: LimitIR, is: LimitIR): Finding {
  const rate = rateText(was) === rateText(is) ? '' : ` and ${rateText(is)}`
  return finding({
    id: 'limit-key-changed',
    subject: is.name,
    old: was.by,
    new: is.by,
    message: `limit ${is.name} counts by ${is.by}${rate}; it counted by ${was.by}`,
    place: is.place,
  })
}
