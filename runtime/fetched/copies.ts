/**
 * Copies of fetched tables (`catalog/fetched/`), in the memory of one process. A copy is fresh for
 * `every`; then the next call that reads the table begins a fetch, and meanwhile uses the old copy,
 * up to the age `at_most`. One fetch of a table runs at a time. Catalogs with the same definition
 * of a table share its copies, so a switch of catalogs fetches nothing again.
 */
import { createHash } from 'node:crypto'
import type { GatewayContext } from '../context.ts'
import type { FetchedRows, FetchedTable, Scope } from '../contract.ts'
import { pauseAfter } from '../lib/pauses.ts'
import { scopeOfCall } from '../upstream/arguments.ts'
import { readRows, type ReadRows } from './rows.ts'

/** The parts of a catalog that fetching needs. */
export type FetchParts = Pick<
  GatewayContext,
  'catalog' | 'upstreams' | 'clock' | 'random' | 'hooks' | 'scopeNetwork' | 'halted' | 'observe'
>

/** Tables by name, one copy of each. */
export type Tables = NonNullable<Scope['fetched']>

/** Tables as they were until an instant, Unix ms. */
export interface EarlierTables {
  until: number
  tables: Tables
}

/** The copies of one process. */
export interface FetchedCopies {
  /**
   * Returns the present copies of these tables; synchronously, unless one must be fetched first.
   * Undefined if a table is not available.
   */
  current(
    parts: FetchParts,
    names: readonly string[],
  ): Tables | undefined | Promise<Tables | undefined>
  /** Returns the earlier contents of these tables, back to an instant (Unix ms), newest first. */
  earlier(parts: FetchParts, names: readonly string[], since: number): readonly EarlierTables[]
}

/** Most earlier copies of a table. */
const KEPT = 32
/** How long earlier copies are kept, ms: longer than an authorization lives. */
const KEEP = 3_600_000
/** Pause after the first failed fetch, and the longest pause, ms. */
const PAUSE = { first: 1_000, longest: 60_000 }

interface Copy {
  rows: FetchedRows
  digest: string
  /** When it was last fetched successfully: its rows are at least as new. */
  at: number
  /** Since when calls have used it. */
  from: number
}

interface State {
  /** Newest first. */
  copies: readonly Copy[]
  fetching?: Promise<void>
  failures: number
  /** No fetch begins before this time. */
  pausedUntil: number
}

/** Makes the copies of a process, which start empty. */
export function createFetchedCopies(): FetchedCopies {
  const states = new Map<string, State>()
  const stateOf = ({ definition }: FetchedTable): State => {
    const state = states.get(definition) ?? { copies: [], failures: 0, pausedUntil: 0 }
    states.set(definition, state)
    return state
  }
  return {
    current(parts, names) {
      const tables = tablesOf(parts, names)
      const waits = tables.flatMap(table => refreshed(parts, table, stateOf(table)) ?? [])
      const found = (): Tables | undefined =>
        joined(tables, table => usable(table, stateOf(table), parts.clock.now()))
      return waits.length === 0 ? found() : Promise.all(waits).then(found)
    },
    earlier(parts, names, since) {
      const tables = tablesOf(parts, names)
      const ends = tables.flatMap(table => endsOf(stateOf(table)).filter(end => end > since))
      const instants = [...new Set(ends)].sort((a, b) => b - a)
      return instants.flatMap(until => {
        const then = joined(tables, table => stateOf(table).copies.find(({ from }) => from < until))
        return then === undefined ? [] : [{ until, tables: then }]
      })
    },
  }
}

function tablesOf({ catalog }: FetchParts, names: readonly string[]): FetchedTable[] {
  return names.map(name => {
    const table = catalog.fetched?.[name]
    if (table === undefined) throw new Error(`the catalog has no fetched table ${name}`)
    return table
  })
}

function joined(
  tables: readonly FetchedTable[],
  copyOf: (table: FetchedTable) => Copy | undefined,
): Tables | undefined {
  const copies = tables.map(table => [table.name, copyOf(table)?.rows] as const)
  if (copies.some(([, rows]) => rows === undefined)) return undefined
  return Object.fromEntries(copies) as Tables
}

/** Returns when each earlier copy was replaced. */
const endsOf = ({ copies }: State): number[] => copies.slice(0, -1).map(({ from }) => from)

/** Returns the newest copy, unless it is too old. */
function usable({ atMost }: FetchedTable, { copies }: State, now: number): Copy | undefined {
  const [newest] = copies
  return newest !== undefined && now - newest.at < atMost ? newest : undefined
}

/** Begins a fetch if it is due. Returns its promise only if no copy can be used meanwhile. */
function refreshed(
  parts: FetchParts,
  table: FetchedTable,
  state: State,
): Promise<void> | undefined {
  const now = parts.clock.now()
  const copy = usable(table, state, now)
  if (copy !== undefined && now - copy.at < table.every) return undefined
  if (state.fetching === undefined && now >= state.pausedUntil)
    state.fetching = refresh(parts, table, state).finally(() => {
      state.fetching = undefined
    })
  return copy === undefined ? state.fetching : undefined
}

/** Fetches a copy. After a failure the next fetch is delayed. Never rejects. */
async function refresh(parts: FetchParts, table: FetchedTable, state: State): Promise<void> {
  const { clock, observe } = parts
  const at = clock.now()
  try {
    const { read, digest } = await fetched(parts, table)
    if (read.left > 0)
      observe.log.warn(
        { table: table.name, rows: read.left },
        'rows of a fetched table are left out',
      )
    take(state, { rows: read.rows, digest, at }, clock.now())
    state.failures = 0
  } catch (error) {
    state.failures += 1
    state.pausedUntil = clock.now() + pauseAfter(state.failures, PAUSE)
    const [copy] = state.copies
    const facts = { table: table.name, age: copy && clock.now() - copy.at, err: error }
    observe.log.warn(facts, 'a table could not be fetched')
  }
}

async function fetched(
  { catalog, upstreams, clock, random, hooks, scopeNetwork: network, halted: signal }: FetchParts,
  table: FetchedTable,
): Promise<{ read: ReadRows; digest: string }> {
  const call = catalog.calls[table.call]
  if (call === undefined) throw new Error(`the catalog has no call ${table.call}`)
  const now = Math.floor(clock.now() / 1000)
  const bare = { network, now, hooks, call: { id: random.hex(8) } }
  const scope = scopeOfCall(call, bare, table.with?.({ network, now }))
  const reply = await upstreams.call(call, scope, { signal })
  if (!reply.ok) throw new Error(`${reply.kind}: ${JSON.stringify(reply.details)}`)
  const list = reply.given[table.rows]
  const digest = createHash('sha256')
    .update(JSON.stringify(list ?? null))
    .digest('base64')
  return { read: readRows(table, list), digest }
}

/** Adds a copy in front of the others; if the rows are unchanged, only renews the newest copy. */
function take(state: State, made: Omit<Copy, 'from'>, now: number): void {
  const [newest] = state.copies
  if (newest?.digest === made.digest) {
    newest.at = made.at
    return
  }
  // A copy replaced within its millisecond is dropped: its quotes cannot be distinguished.
  const from = Math.max(now, (newest?.from ?? 0) + 1)
  const all = [{ ...made, from }, ...state.copies]
  const isKept = (_one: Copy, i: number): boolean => i === 0 || all[i - 1]!.from > now - KEEP
  state.copies = all.filter(isKept).slice(0, KEPT + 1)
}
