/** Builds the plain facts of upstreams: address, headers and capacity. */
import {
  entriesOf,
  entryOf,
  itemsOf,
  textAt,
  textOf,
  toJson,
  valueOf,
  problem,
} from '../read/access.ts'
import { optional, report, type LoweringContext } from './build.ts'
import { checkAddress } from './call-secrets.ts'
import { durationAt } from './literals.ts'
import { listed } from '../notation/listed.ts'
import type { Def } from '../resolve/flat.ts'
import type { UpstreamIR } from '../ir.ts'
import type { Raw, RawEntry } from '../types.ts'

/**
 * The default number of an upstream's jobs that one process works on at once, and that may wait.
 */
const [CONCURRENCY, QUEUE] = [32, 512]

/** An upstream: its address, its headers and its capacity. */
export function upstreamOf(def: Def, build: LoweringContext): UpstreamIR {
  const capacity = valueOf(def.value, 'capacity')
  const headers = headersOf(def, build)
  const settings = entriesOf(valueOf(def.value, 'settings')).map(entry => entry.key)
  const jwt = tokenOf(def, build)
  checkLists(def, build)
  checkAddress(valueOf(def.value, 'base')!, 'this address', build)
  return {
    name: def.name,
    env: textAt(def.value, 'env') ?? def.name.toUpperCase(),
    base: textAt(def.value, 'base')!,
    source: textAt(def.value, 'source')!,
    headers: Object.fromEntries(headers),
    ...optional('jwt', jwt),
    ...(settings.length > 0 ? { settings } : {}),
    capacity: {
      concurrency: Number(textAt(capacity, 'concurrency') ?? CONCURRENCY),
      queue: Number(textAt(capacity, 'queue') ?? QUEUE),
    },
    place: def.place,
  }
}

/** Reports columns of `lists:` that cannot be computed. Only `npm run drift` computes them. */
function checkLists({ value }: Def, build: LoweringContext): void {
  for (const list of itemsOf(valueOf(value, 'lists')))
    for (const { value: column } of entriesOf(valueOf(list, 'columns')))
      if (column.kind === 'scalar') build.problems.push(...listed(column.text).problems)
}

/** The headers of an upstream: texts with {key}, or {jwt} where tokens are signed. */
function headersOf(def: Def, build: LoweringContext): (readonly [string, string])[] {
  const settings = entriesOf(valueOf(def.value, 'settings')).map(entry => entry.key)
  const known = ['key', ...(valueOf(def.value, 'jwt') ? ['jwt'] : []), ...settings]
  return entriesOf(valueOf(def.value, 'headers')).map(entry => {
    checkHoles(entry.value, { known, what: 'headers of an upstream' }, build)
    checkKey(entry, known, build)
    return [entry.key, textOf(entry.value) ?? ''] as const
  })
}

/** Names of headers that hold a key. */
export const KEY_HEADER = /^(proxy-)?authorization$|(^|-)(api-?key|key|token|secret)$/i

/** Reports formulas, which headers cannot have, and headers for a key that have no hole for it. */
function checkKey(
  { key: name, value }: RawEntry,
  known: readonly string[],
  build: LoweringContext,
): void {
  const text = textOf(value) ?? ''
  const isFormula = /^=|^\$\{?[A-Z_]+\}?$/.test(text)
  if (!isFormula && (!KEY_HEADER.test(name) || /\{[^}]+\}/.test(text))) return
  const message = isFormula
    ? `\`${text}\` would be sent as it stands: headers of an upstream have no formulas`
    : `everybody who has this file could read the key in the header ${name}`
  const holes = known.map(one => `{${one}}`).join(' or ')
  const hint = `write ${holes} for what comes from the environment, e.g. "Bearer {key}"`
  report(build, problem(isFormula ? 'bad-message' : 'secret', value.place, message, { hint }))
}

/** Reports holes without a value. */
function checkHoles(
  value: Raw,
  { known, what }: { known: readonly string[]; what: string },
  build: LoweringContext,
): void {
  for (const hole of (textOf(value) ?? '').matchAll(/\{([^}]*)\}/g)) {
    if (known.includes(hole[1]!)) continue
    const names = known.map(name => `{${name}}`).join(', ')
    const message = `${what} may use only ${names}, not {${hole[1]}}`
    report(
      build,
      problem('bad-message', value.place, message, {
        hint: hole[1] === 'jwt' ? 'write in `jwt:` how the token is signed' : `write ${names}`,
      }),
    )
  }
}

/** `jwt:` of an upstream; a header must contain the token. */
function tokenOf(def: Def, build: LoweringContext): UpstreamIR['jwt'] {
  const entry = entryOf(def.value, 'jwt')
  if (!entry) return undefined
  const headers = entriesOf(valueOf(def.value, 'headers'))
  if (!headers.some(({ value }) => textOf(value)?.includes('{jwt}')))
    report(
      build,
      problem('bad-entry', entry.keyPlace, 'no header of this upstream contains the token', {
        hint: 'write e.g. `headers: { Authorization: "Bearer {jwt}" }`',
      }),
    )
  const claims = valueOf(entry.value, 'claims')!
  const leaves = (raw: Raw): readonly Raw[] =>
    raw.kind === 'scalar'
      ? [raw]
      : [...itemsOf(raw), ...entriesOf(raw).map(e => e.value)].flatMap(leaves)
  const known = ['id', 'method', 'host', 'path']
  for (const leaf of leaves(claims)) checkHoles(leaf, { known, what: 'claims' }, build)
  return {
    lifetime: durationAt(entry.value, 'lifetime', build.problems)!,
    claims: toJson(claims) as Record<string, unknown>,
  }
}
