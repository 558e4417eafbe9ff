/** The arguments of upstream calls: what a call `takes`, and whether a `with` fills it in. */
import { suggestion } from '../problems/suggest.ts'
import { isJson, showType } from '../formula/types.ts'
import { entriesOf, entryOf, problem, textOf, valueOf } from '../read/access.ts'
import { report, type CallDef, type LoweringContext } from './build.ts'
import { treeLowering } from './lower.ts'
import { argumentNames, BYTES_NAMES, CALL_NAMES, MADE_NAMES, REPLY_NAMES } from './names.ts'
import { block, formulaScope, type FormulaScope } from './scope.ts'
import type { Block } from '../ir.ts'
import type { Field, Names, Place, Raw, Type } from '../types.ts'

/** The arguments of a call by name; undefined where it reads the request instead. */
export function takesOf(def: CallDef): Readonly<Record<string, Field>> | undefined {
  const takes = valueOf(def.entry.value, 'takes')
  if (takes?.kind !== 'map') return undefined
  return Object.fromEntries(
    takes.entries.map(({ key, keyPlace, value }): [string, Field] => {
      const written = textOf(value) ?? ''
      const type = { kind: written.replace('?', '') } as Type
      return [key, { type, place: keyPlace, ...(written.endsWith('?') ? { optional: true } : {}) }]
    }),
  )
}

const REQUEST_HINT =
  'a call with `takes` sees only its arguments; declare it in `takes`, and pass it with `with`'

/** The names that a call with `takes` cannot read, each with a hint that says why. */
const NO_REQUEST: Readonly<Record<string, string>> = Object.fromEntries(
  ['body', 'query', 'path', 'model', 'models', 'route', 'payer', 'request_headers'].map(name => [
    name,
    REQUEST_HINT,
  ]),
)

/** The scope of a call with `takes`, which is the same for all its callers. */
export function argumentScope(
  build: LoweringContext,
  takes: Readonly<Record<string, Field>>,
): FormulaScope {
  const { route: _, ...alone } = CALL_NAMES
  const names: Names = { ...alone, ...MADE_NAMES, ...build.constants }
  const taken: Names = { ...names, ...REPLY_NAMES, ...BYTES_NAMES }
  for (const [name, { place }] of Object.entries(takes))
    if (Object.hasOwn(taken, name))
      report(
        build,
        problem('name-taken', place!, `\`${name}\` is already a name in upstream calls`, {
          hint: 'choose another name',
        }),
      )
  return formulaScope(build, { ...names, ...argumentNames(takes) }, NO_REQUEST)
}

/** Reports a call that reads the request, but is made later without one. Returns whether. */
export function refuseRequest(
  def: CallDef,
  { place, does }: { place: Place; does: string },
  build: Pick<LoweringContext, 'problems'>,
): boolean {
  if (takesOf(def)) return false
  report(
    build,
    problem('bad-entry', place, `${def.id} cannot ${does}: it reads the request`, {
      hint: 'name what it needs in `takes` of the call, and fill it in with `with`',
      also: [{ place: def.place, label: `\`${def.id}\`` }],
    }),
  )
  return true
}

/** The place where a call is named, and its `with` entry. */
export interface MadeCall {
  defs: readonly CallDef[]
  place: Place
  with: Raw | undefined
}

/**
 * The values for the arguments of a call. Reports arguments that are missing, unknown or of another
 * type, for each call that may be made.
 */
export function argumentsOf(made: MadeCall, scope: FormulaScope): Block | undefined {
  const values = made.with && block(scope, treeLowering(made.with))
  if (made.with && !values) return undefined
  for (const def of made.defs) checkValues(def, { ...made, values, build: scope.build })
  return values
}

type CheckedCall = MadeCall & { values: Block | undefined; build: LoweringContext }

function checkValues(def: CallDef, { place, with: raw, values, build }: CheckedCall): void {
  const takes = takesOf(def)
  const also = [{ place: def.place, label: `\`${def.id}\`` }]
  if (!takes) {
    if (!raw) return
    const hint = 'a call without `takes` reads the request itself'
    return report(
      build,
      problem('bad-entry', raw.place, `${def.id} takes no arguments`, { hint, also }),
    )
  }
  const type = values?.code.type
  const given = type?.kind === 'record' ? type.fields : {}
  for (const entry of entriesOf(raw)) {
    if (Object.hasOwn(takes, entry.key)) continue
    const hint = suggestion(entry.key, Object.keys(takes), 'it takes')
    const message = `${def.id} takes no \`${entry.key}\``
    report(build, problem('unknown-field', entry.keyPlace, message, { hint, also }))
  }
  for (const [name, wanted] of Object.entries(takes)) {
    const at = entryOf(raw, name)
    const message = misfit(wanted, Object.hasOwn(given, name) ? given[name] : undefined)
    if (message === undefined) continue
    const found = at
      ? problem('type-mismatch', at.value.place, `\`${name}\` of ${def.id} ${message}`, { also })
      : problem('missing-key', raw?.place ?? place, `${def.id} takes \`${name}\``, {
          hint: `write { call: ${def.id}, with: { ${exampleOf(takes)} } }`,
          also,
        })
    report(build, found)
  }
}

function exampleOf(takes: Readonly<Record<string, Field>>): string {
  const needed = Object.entries(takes).filter(([, { optional }]) => !optional)
  return needed.map(([name]) => `${name}: ..`).join(', ')
}

const FITS: Partial<Record<Type['kind'], readonly Type['kind'][]>> = {
  string: ['string'],
  integer: ['integer'],
  number: ['integer', 'number'],
  boolean: ['boolean'],
}

/**
 * Why a value cannot be an argument; undefined if it can. JSON values are checked when the call is
 * made.
 */
function misfit(wanted: Field, given: Field | undefined): string | undefined {
  if (!given) return wanted.optional ? undefined : 'is missing'
  if (given.type.kind === 'json') return undefined
  if (given.optional && !wanted.optional) return 'may be absent: use first(value, ...)'
  const { kind } = wanted.type
  const fits = kind === 'json' ? isJson(given.type) : FITS[kind]!.includes(given.type.kind)
  return fits ? undefined : `is ${showType(wanted.type)}, and this is ${showType(given.type)}`
}
