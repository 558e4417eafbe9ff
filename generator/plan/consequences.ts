/** Says what a change of a route leads to, where its formulas alone do not show it. */
import type { CatalogIR, RouteIR } from '../ir.ts'
import { entriesOf, entryOf, itemsOf, textAt, textOf, valueOf } from '../read/access.ts'
import { writtenAt } from './written.ts'

/** A route in one of the two catalogs. */
export interface RouteIn {
  ir: CatalogIR
  route: RouteIR
}

/** What follows from a change of a key of a route, each as a clause. */
export function consequencesOf(key: string, old: RouteIn, now: RouteIn): string[] {
  if (key === 'price') return costText(old.route, now.route)
  return key === 'effects' ? leaseTexts(old, now) : []
}

function costText(old: RouteIR, now: RouteIR): string[] {
  const without = ({ price }: RouteIR): number =>
    (price?.arms ?? []).filter(({ cost }) => cost === undefined).length
  const isSame = old.price !== undefined && old.price.arms.length === now.price?.arms.length
  if (!isSame || without(now) === 0 || without(old) > 0) return []
  const which =
    without(now) === now.price!.arms.length ? 'the price has' : 'some of its prices have'
  return [
    `${which} no \`cost\` any more, so \`npm run check\` does not find sales below cost, and ` +
      'sales lines have no margin',
  ]
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** The leases that are given for another time: `=now + 30d` became `=now + 20d`. */
function leaseTexts(old: RouteIn, now: RouteIn): string[] {
  const [before, after] = [leasesOf(old), leasesOf(now)]
  return [...after].flatMap(([effect, is]) => {
    const was = before.get(effect)
    if (was === undefined || was === is) return []
    const [earlier, later] = [was, is].map(
      text => Number.parseInt(text, 10) * SECONDS[text.at(-1)!]!,
    )
    if (earlier === later) return []
    const word = later! < earlier! ? 'shorter' : 'longer'
    return [`\`${effect}\` gives ${word} leases: ${is} instead of ${was}`]
  })
}

/** How long the leases are that `effects` give, as written, by effect: `put: numbers`. */
function leasesOf({ ir, route }: RouteIn): Map<string, string> {
  const found = new Map<string, string>()
  for (const item of itemsOf(writtenAt(ir, route.keys.effects))) {
    for (const { name, lease } of ir.records) {
      const act = entriesOf(item).find(({ key, value }) => ACTS.has(key) && textOf(value) === name)
      if (lease === undefined || act === undefined || !entryOf(item, 'row')) continue
      const [, time] = LEASE.exec(textAt(valueOf(item, 'row'), lease) ?? '') ?? []
      if (time !== undefined) found.set(`${act.key}: ${name}`, time)
    }
  }
  return found
}

const ACTS = new Set(['put', 'set', 'add'])
const LEASE = /^=\s*(?:now\s*\+\s*)?(\d+[smhd])$/
