/** The flat catalog: every definition once, every route with all its keys, nothing lowered yet. */
import type { Decimal, Raw, RawEntry, Place } from '../types.ts'
import type { RawMap } from '../read/access.ts'

/**
 * A named definition of the catalog, e.g. a limit. `value` has the keys, also those that `like:`
 * brought.
 */
export interface Def {
  name: string
  place: Place
  file: string
  value: RawMap
  doc?: string
}

/** A row with the cells of its families filled in. */
export interface FlatRow {
  id: string
  place: Place
  aliases: readonly { text: string; place: Place }[]
  cells: ReadonlyMap<string, RawEntry>
  /** What holds for some time: its `dated:`. */
  dated?: Raw
  /** Since when it is not sold, and its successor: its `retired:`. */
  retired?: Raw
  /** Only of what another row is for some time: how far its prices are lowered then. */
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
  /** Only of what a route is for some time: how far its price is lowered then. */
  period?: { discount?: Decimal }
}

/**
 * The catalog without templates, prefixes and families; each value still stands at its own place.
 */
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
  /** Templates, and envelopes used by `like:`, that something takes. */
  taken: ReadonlySet<string>
  tables: readonly FlatTable[]
  routes: readonly FlatRoute[]
  /** accepted.yaml, where there is one. */
  accepted?: Raw
}
