/** Builds error envelopes: the status, headers and body for each kind of outcome. */
import { entryOf, entriesOf, valueOf, problem } from '../read/access.ts'
import { sliceText } from '../formula/fail.ts'
import { OUTCOME_KINDS } from '../language/envelopes.ts'
import { number } from '../js/tree.ts'
import type { OutcomeKind } from '../../runtime/contract.ts'
import { report, type LoweringContext } from './build.ts'
import { treeLowering } from './lower.ts'
import { outcomeNames } from './outcomes.ts'
import { lower, formulaScope } from './scope.ts'
import type { Def } from '../resolve/flat.ts'
import type { EnvelopeIR } from '../ir.ts'
import type { Code, RawEntry } from '../types.ts'

type Outcome = EnvelopeIR['outcomes'][OutcomeKind]

/** The lowered outcomes. Those that envelopes share by `like:` are lowered once. */
export type OutcomeCache = Map<RawEntry, Outcome | undefined>

/** An envelope; undefined if an outcome is missing or invalid, after reporting it. */
export function envelopeOf(
  def: Def,
  build: LoweringContext,
  cache: OutcomeCache,
): EnvelopeIR | undefined {
  const outcomes: Partial<Record<OutcomeKind, Outcome>> = {}
  for (const kind of OUTCOME_KINDS) {
    const entry = entryOf(def.value, kind)
    if (!entry) continue
    if (!cache.has(entry)) cache.set(entry, outcomeOf(kind, entry, build))
    const outcome = cache.get(entry)
    if (outcome) outcomes[kind] = outcome
  }
  const missing = OUTCOME_KINDS.filter(kind => !entryOf(def.value, kind))
  if (missing.length > 0) {
    const message =
      `the envelope \`${def.name}\` does not define ${missing.join(', ')} ` +
      `look${missing.length === 1 ? 's' : ''}`
    report(
      build,
      problem('missing-outcome', def.place, message, {
        hint: 'add them, or take the rest from another envelope with `like:`',
      }),
    )
  }
  const complete = Object.keys(outcomes).length === OUTCOME_KINDS.length
  return complete
    ? {
        name: def.name,
        ...(def.like === undefined ? {} : { like: def.like }),
        outcomes: outcomes as EnvelopeIR['outcomes'],
        place: def.place,
      }
    : undefined
}

function outcomeOf(
  kind: OutcomeKind,
  entry: RawEntry,
  build: LoweringContext,
): Outcome | undefined {
  // An outcome is one expression, so it may only name constants that are one value.
  const scope = formulaScope(
    { ...build, constantTables: [] },
    { ...build.scalars, ...outcomeNames(kind) },
  )
  const status = valueOf(entry.value, 'status')!
  const code =
    status.kind !== 'scalar'
      ? undefined
      : typeof status.value === 'number'
        ? fixed(status.value, status.place)
        : lower(scope, {
            kind: 'formula',
            text: sliceText(status.text, 1),
            expect: { kind: 'integer' },
          })
  const headers = valueOf(entry.value, 'headers')
  const sent =
    headers && entriesOf(headers).length > 0 ? lower(scope, treeLowering(headers)) : undefined
  const body = lower(scope, treeLowering(valueOf(entry.value, 'body')!, true))
  return code && body
    ? { status: code, body, ...(sent ? { headers: sent } : {}), place: entry.keyPlace }
    : undefined
}

function fixed(status: number, place: Code['place']): Code {
  return { js: number(status), type: { kind: 'integer' }, uses: [], wait: false, place }
}
