/** Builds the facts of a route without formulas: its names, its flow, its plain values. */
import { entryOf, itemsOf, problem, textAt, textOf, valueOf } from '../read/access.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { optional, report, type LoweringContext } from './build.ts'
import { aliasesOf } from './aliases.ts'
import { networksOf, reference } from './route-names.ts'
import { readPlain } from './read-keys.ts'
import { pathType } from './request.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Key, Keys } from '../language/key.ts'
import type { RouteIR } from '../ir.ts'
import type { Raw, RawEntry } from '../types.ts'

/** Reports keys that a route lacks, and keys that the runtime does not support. */
function reportMissing(
  { keys, place }: FlatRoute,
  flow: string | undefined,
  build: LoweringContext,
): void {
  const gone = textAt(keys, 'retired')
  if (gone === undefined && flow === undefined) {
    report(
      build,
      problem('missing-key', place, 'this route has no `flow`', {
        hint: 'take a template, e.g. `like: paid_call`, or write how it runs',
      }),
    )
  }
  if (gone === undefined && !textAt(keys, 'summary')) {
    report(
      build,
      problem('missing-key', place, 'this route has no `summary`', {
        hint: 'one line, for documents',
      }),
    )
  }
  for (const entry of laterEntries(ROUTE_KEYS, keys))
    report(
      build,
      problem(
        'not-served-yet',
        entry.keyPlace,
        `\`${entry.key}\` is part of the language, but the runtime does not support it yet`,
      ),
    )
}

/** The keys of the language that the runtime does not support yet, including those inside maps. */
function laterEntries(table: Keys, written: Raw | undefined): RawEntry[] {
  return Object.entries<Key>(table).flatMap(([name, key]) => {
    const entry = entryOf(written, name)
    if (entry === undefined) return []
    return key.later ? [entry] : key.keys ? laterEntries(key.keys, entry.value) : []
  })
}

function keywordsOf(keys: FlatRoute['keys']): readonly string[] | undefined {
  const found = itemsOf(valueOf(keys, 'keywords')).flatMap(item => textOf(item) ?? [])
  return found.length === 0 ? undefined : found
}

/** The facts of a route without formulas. */
export function baseOf(flat: FlatRoute, id: string, build: LoweringContext): RouteIR {
  const { keys } = flat
  const flow = textAt(keys, 'flow') ?? (textAt(keys, 'free') === 'true' ? 'free' : undefined)
  reportMissing(flat, flow, build)
  const paid = entryOf(keys, 'price') !== undefined
  const suspended = /^(\d+) ([^]*)$/.exec(textAt(keys, 'suspended') ?? '')
  return {
    id,
    place: flat.place,
    family: flat.family,
    method: flat.method,
    path: flat.path,
    prefix: flat.prefix,
    aliases: aliasesOf(flat, build),
    gates: [],
    tags: [],
    summary: 'No longer offered',
    challenge: 'after_gates',
    discovery: paid ? 'challenge' : 'none',
    authorization: build.gateway.authorization,
    bodyLimit: build.gateway.bodyLimit,
    ...readPlain(ROUTE_KEYS, keys, build.problems),
    flow: (flow ?? 'free') as RouteIR['flow'],
    networks: networksOf(keys, build),
    envelope:
      reference(keys, { key: 'errors', word: 'envelope', defs: build.envelopes }, build) ??
      build.gateway.envelope,
    ...optional(
      'limit',
      reference(keys, { key: 'limit', word: 'limit', defs: build.limits }, build),
    ),
    ...optional('operation', textAt(keys, 'operation')),
    ...optional('tool', textAt(keys, 'tool')),
    ...optional('keywords', keywordsOf(keys)),
    pathType: pathType(flat.path),
    ...(suspended ? { suspended: { status: Number(suspended[1]), message: suspended[2]! } } : {}),
    calls: [],
    fixed: false,
    values: [],
    examples: [],
    keys: Object.fromEntries(keys.entries.map(entry => [entry.key, entry.keyPlace])),
  }
}
