/**
 * The lowering context that the builders of the catalog share: definitions by name, constants that
 * formulas may name, and the list of problems.
 */
import { number } from '../js/tree.ts'
import { recall, remember } from '../memory.ts'
import { unknownName } from '../resolve/inherit.ts'
import type { Def, Flat } from '../resolve/flat.ts'
import type { GatewayIR, Let, RecordIR, TableIR } from '../ir.ts'
import type { FetchedIR } from '../ir-fetched.ts'
import type { Decimal, Names, Place, Problem, RawEntry, SourceFile } from '../types.ts'
import type { LoweredOnce } from './lowered-once.ts'
import type { NamedSchemas } from './schemas.ts'
import type { Versions } from './versions.ts'

/** A call of an upstream as written. */
export interface CallDef {
  id: string
  place: Place
  upstream: Def
  entry: RawEntry
}

/**
 * What every builder of the catalog works with: the files, the problems found, and the parts that
 * are already lowered.
 */
export interface LoweringContext {
  flat: Flat
  files: ReadonlyMap<string, SourceFile>
  problems: Problem[]
  at(place: Place, column?: boolean): string
  gateway: GatewayIR
  flows: ReadonlyMap<string, Def>
  limits: ReadonlyMap<string, Def>
  envelopes: ReadonlyMap<string, Def>
  networks: ReadonlyMap<string, Def>
  calls: ReadonlyMap<string, CallDef>
  tables: ReadonlyMap<string, TableIR>
  schemas: NamedSchemas
  records: ReadonlyMap<string, RecordIR>
  fetched: ReadonlyMap<string, FetchedIR>
  /** `fee`, `margin`, `minimum`, the hooks, and the constants that are one value. */
  constants: Names
  /** Constants of gateway.yaml that are one value, and `limits`. */
  scalars: Names
  /** Constants of gateway.yaml that are lists or maps. */
  constantTables: readonly Let[]
  lowered: LoweredOnce
  versions: Versions
}

/**
 * What `make` builds, once for all compilations with the same key. The key names everything that
 * the value depends on. A value with problems is built again, to report them again.
 */
export function builtOnce<T>(
  key: string,
  { problems }: Pick<LoweringContext, 'problems'>,
  make: () => T | undefined,
): T | undefined {
  const known = recall<T>(key)
  if (known !== undefined) return known
  const count = problems.length
  const made = make()
  if (made !== undefined && problems.length === count) remember(key, made)
  return made
}

/** Adds a problem. */
export function report(build: Pick<LoweringContext, 'problems'>, found: Problem): void {
  build.problems.push(found)
}

/** Problem codes of unknown names, where the code is not `unknown-` with the kind of the name. */
const CODE_OF: Readonly<Record<string, string>> = {
  'upstream call': 'unknown-call',
  'models file': 'unknown-table',
}

/** The definition of a name; reports an unknown name and suggests the nearest one. */
export function known<T extends { place: Place }>(
  build: Pick<LoweringContext, 'problems'>,
  word: string,
  found: { name: string; place: Place; defs: ReadonlyMap<string, T> },
): T | undefined {
  const def = found.defs.get(found.name)
  if (!def)
    build.problems.push(
      unknownName(
        CODE_OF[word] ?? `unknown-${word}`,
        { word, name: found.name, place: found.place },
        found.defs,
      ),
    )
  return def
}

/** The definition of a call; if its upstream is unknown, reports that instead. */
export function knownCall(
  build: { problems: Problem[]; calls: ReadonlyMap<string, CallDef> },
  name: string,
  place: Place,
): CallDef | undefined {
  const def = build.calls.get(name)
  if (def) return def
  const upstream = name.slice(0, Math.max(0, name.indexOf('.')))
  const upstreams = new Map(
    [...build.calls.values()].map(call => [call.upstream.name, call.upstream]),
  )
  if (upstreams.has(upstream)) {
    const own = [...build.calls].filter(([, call]) => call.upstream.name === upstream)
    return known(build, 'upstream call', { name, place, defs: new Map(own) })
  }
  return void known(build, 'upstream', { name: upstream, place, defs: upstreams })
}

/** The source text of a place. */
export function sliceOf(build: Pick<LoweringContext, 'files'>, place: Place): string {
  return build.files.get(place.file)?.text.slice(place.start, place.end) ?? ''
}

/** A constant amount as a binding: the number itself. */
export function constant(value: Decimal, usd: boolean): Names[string] {
  return { type: { kind: 'decimal', den: value.den, usd }, code: number(value.num) }
}

/** A member, left out where it has no value. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })
}
