/** A plan as JSON, for programs. Money is in USD as decimal text. */
import { usd } from '../examples/money.ts'
import type { Plan } from './plan.ts'
import type { Finding } from './types.ts'

/** The whole plan; `at` returns the place of a finding. */
export function planJson(
  { verdict, findings, notes, replay }: Plan,
  shown: { compared: string; at(finding: Finding): string | undefined },
): string {
  const all = findings.map(({ place: _, factor, numbers, ...finding }) => ({
    ...finding,
    ...(numbers ? { numbers: numbers.map(numberOf) } : {}),
    effects: finding.effects.map(({ old, new: now, ...effect }) => ({
      ...effect,
      ...(old === undefined ? {} : { old: usd(old) }),
      ...(now === undefined ? {} : { new: usd(now) }),
    })),
    ...at(shown.at({ place: _, ...finding })),
  }))
  const purchases = replay && {
    ...replay,
    old: usd(replay.old),
    new: usd(replay.new),
    ...(replay.margin ? { margin: amounts(replay.margin) } : {}),
    wallets: replay.wallets.map(amounts),
  }
  const { compared } = shown
  return `${JSON.stringify({ verdict, compared, findings: all, notes, purchases }, null, 2)}\n`
}

const amounts = <T extends { old: bigint; new: bigint }>(of: T) => ({
  ...of,
  old: usd(of.old),
  new: usd(of.new),
})

/** The values of a number that accepted.yaml repeats. */
const numberOf = ({ subject, old, new: now }: Finding): object => ({ subject, old, new: now })

const at = (place: string | undefined): { at?: string } =>
  place === undefined ? {} : { at: place }
