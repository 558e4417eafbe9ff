/**
 * The types of the flat catalog: every definition once, every route with all its keys, before
 * lowering.
 */
import type { Decimal, Raw, RawEntry, Place } from '../types.ts'
import type { RawMap } from '../read/access.ts'

/**
 * A named definition of the catalog, e.g. a limit. `value` has all keys, including those from
 * `like:`.
 */
export interface Def {
  name: string
  place: Place
  file: string
  value: RawMap
  doc?: string
  /** The envelope that this one is like. */
  like?: string
}

/** A row with the cells of its families filled in. */
export interface FlatRow {
  id: string
  place: Place
  aliases: readonly { text: string; place: Place }[]
  cells: ReadonlyMap<string, RawEntry>
  /** Its `dated:`. */
  dated?: Raw
  /** Its `retired:`. */
  retired?: Raw
  /** Only for a row in a period: the discount on its prices. */
  period?: { discount?: Decimal }
}

/**
 * A models file. `name` is the file's name without folder and `.yaml`, `family` its folder and
 * first name.
 */
export interface FlatTable {
  name: string
  family: string
  file: string
  place: Place
  columns: readonly RawEntry[]
  rules: readonly RawMap[]
  rows: readonly FlatRow[]
}

/** A method and path. */
export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  place: Place
}

/** A route with the keys of its templates and prefix filled in. `place` is its own line. */
export interface FlatRoute extends Endpoint {
  file: string
  family: string
  prefix: string
  keys: RawMap
  /** Set for dated variants of a route: the discount. */
  period?: { discount?: Decimal }
}

/** The catalog without templates, prefixes and families; each value keeps its own place. */
export interface Flat {
  gateway: Def
  networks: readonly Def[]
  limits: readonly Def[]
  flows: readonly Def[]
  hooks: readonly Def[]
  envelopes: readonly Def[]
  schemas: readonly Def[]
  /** By method and path, as written. */
  answers: readonly Def[]
  upstreams: readonly Def[]
  records: readonly Def[]
  fetched: readonly Def[]
  templates: readonly Def[]
  /** The templates, and envelopes used by `like:`, that have a use. */
  taken: ReadonlySet<string>
  tables: readonly FlatTable[]
  routes: readonly FlatRoute[]
  /** accepted.yaml, if it exists. */
  accepted?: Raw
}
