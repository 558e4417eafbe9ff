/** Builds the gateway's constants, its networks and limits. */
import { byCodePoint } from '../read/catalog-dir.ts'
import { entriesOf, itemsOf, textAt, textOf, toJson, valueOf } from '../read/access.ts'
import { guardOf } from './accepted.ts'
import { known, optional, type LoweringContext } from './build.ts'
import { numbersOf } from './gateway-constants.ts'
import { bytesAt, decimalAt, durationAt } from './literals.ts'
import type { Def } from '../resolve/flat.ts'
import type { GatewayIR, LimitIR, NetworkIR } from '../ir.ts'
import type { Decimal, Problem } from '../types.ts'

/** The default time before its end at which a promotion is reported: 3 days, in ms. */
const NOTICE = 259_200_000

/** Builds `gateway.yaml`. */
export function gatewayOf(def: Def, networks: readonly Def[], problems: Problem[]): GatewayIR {
  const raw = def.value
  const listed = itemsOf(valueOf(raw, 'networks')).map(item => textOf(item)!)
  const others = networks.map(({ name }) => name).filter(name => !listed.includes(name))
  const uncharged = textAt(raw, 'uncharged')
  const decimal = (key: string): Decimal | undefined =>
    valueOf(raw, key) && decimalAt(raw, key, problems)
  const micro = (key: string): number | undefined => {
    const usd = decimal(key)
    return usd && wholeMicro(usd)
  }
  const json = (key: string): unknown => {
    const value = valueOf(raw, key)
    return value && toJson(value)
  }
  return {
    name: textAt(raw, 'name') ?? '',
    summary: textAt(raw, 'summary') ?? '',
    fee: decimalAt(raw, 'fee', problems),
    margin: decimalAt(raw, 'margin', problems),
    ...optional('marginFloor', decimal('margin_floor')),
    minimum: decimalAt(raw, 'minimum', problems),
    authorization: durationAt(raw, 'authorization', problems) ?? 0,
    slack: durationAt(raw, 'slack', problems) ?? 0,
    ...optional('unsecured', micro('unsecured')),
    ...optional('absorbed', micro('absorbed')),
    ...(uncharged === undefined ? {} : { uncharged: Number(uncharged) }),
    ...optional('canary', json('canary') as GatewayIR['canary']),
    ...optional('tags', json('tags') as Record<string, string> | undefined),
    ...optional('contact', textAt(raw, 'contact')),
    ...optional('titles', json('titles') as Record<string, string> | undefined),
    ...(textAt(raw, 'paywall') === 'true' ? { paywall: true } : {}),
    promotionNotice: durationAt(raw, 'promotion_notice', problems) ?? NOTICE,
    networks: [...listed, ...others.sort(byCodePoint)],
    envelope: textAt(raw, 'errors') ?? '',
    bodyLimit: bytesAt(raw, 'body', problems) ?? 0,
    media: textAt(raw, 'media') ?? '',
    metrics: textAt(raw, 'metrics') ?? '',
    numbers: numbersOf(def),
    guard: guardOf(raw),
    place: def.place,
  }
}

/** USD as whole micro-USD, rounded down. */
function wholeMicro({ num, den }: Decimal): number {
  return Number((num * 1_000_000n) / den)
}

/** Checks the networks and the envelope that gateway.yaml names. */
export function checkGatewayNames(build: LoweringContext): void {
  const raw = build.flat.gateway.value
  for (const item of itemsOf(valueOf(raw, 'networks')))
    known(build, 'network', {
      name: textOf(item)!,
      place: item.place,
      defs: build.networks,
    })
  const errors = valueOf(raw, 'errors')
  if (errors)
    known(build, 'envelope', {
      name: textOf(errors)!,
      place: errors.place,
      defs: build.envelopes,
    })
}

/** A network, with the rows that it sells. */
export function networkOf(def: Def, build: LoweringContext): NetworkIR {
  const { only: _, ...written } = toJson(def.value) as Omit<NetworkIR, 'name' | 'place'>
  const only = entriesOf(valueOf(def.value, 'only')).map(entry => {
    const table = known(build, 'models file', {
      name: entry.key,
      place: entry.keyPlace,
      defs: build.tables,
    })
    const rows = new Map((table?.rows ?? []).map(row => [row.id, row]))
    const ids = itemsOf(entry.value).map(item => ({ id: textOf(item)!, place: item.place }))
    if (table) for (const { id, place } of ids) known(build, 'row', { name: id, place, defs: rows })
    return [entry.key, ids.map(one => one.id)] as const
  })
  return {
    ...written,
    name: def.name,
    only: Object.fromEntries(only),
    place: def.place,
  }
}

/** A rate limit. */
export function limitOf(def: Def, build: LoweringContext): LimitIR {
  const { max, by, style } = toJson(def.value) as Pick<LimitIR, 'max' | 'by' | 'style'>
  return {
    name: def.name,
    max,
    per: durationAt(def.value, 'per', build.problems) ?? 0,
    by,
    style,
    place: def.place,
  }
}
