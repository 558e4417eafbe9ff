/**
 * Builds `translate:`: another form of a route's request, its gates, and the formula that makes the
 * route's body.
 */
import { comparable } from '../formula/types.ts'
import { entriesOf, entryOf, problem, valueOf, type RawMap } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { report, type LoweringContext } from './build.ts'
import { gatesOf, letDefs } from './gates.ts'
import { inputOf } from './inputs.ts'
import { treeLowering } from './lower.ts'
import { ELSEWHERE } from './names.ts'
import { block, formulaScope } from './scope.ts'
import type { InputIR, TranslationIR } from '../ir.ts'
import type { Code, Field, Names, RawEntry, Type } from '../types.ts'

const NO_ROW = 'a translation comes before the row is chosen; test it in the gates of the route'

/** The body that a translation makes, and its names besides its own `body`. */
interface Target {
  body: InputIR
  names: Names
  build: LoweringContext
}

/** `translate:`; undefined if it is invalid, after reporting it. */
export function translationOf(entry: RawEntry, target: Target): TranslationIR | undefined {
  const { build } = target
  const count = build.problems.length
  const raw = entry.value as RawMap
  const form = entryOf(raw, 'body')
  const body = form && inputOf(form, build)
  const give = entryOf(raw, 'give')
  if (!body || !give) return undefined
  const names = { ...target.names, body: { type: body.type, code: 'body' } }
  const scope = formulaScope(build, names, { ...ELSEWHERE, model: NO_ROW, models: NO_ROW })
  const { gates, after } = gatesOf({ keys: raw, scope, lets: letDefs(valueOf(raw, 'let')) })
  const made = block(after, treeLowering(give.value, true))
  if (!made || build.problems.length > count) return undefined
  checkGiven(give, made.code, target)
  return build.problems.length > count
    ? undefined
    : { body, gates, give: made, place: entry.keyPlace }
}

/**
 * Checks that `give` makes a body of the route, as far as that is possible at build time; the rest
 * is checked at run time.
 */
function checkGiven(give: RawEntry, code: Code, { body, build }: Target): void {
  if (body.type.kind !== 'record') return
  const { fields } = body.type
  for (const entry of entriesOf(give.value)) {
    if (entry.key === '...' || Object.hasOwn(fields, entry.key) || body.unknown === 'forward')
      continue
    report(
      build,
      problem('unknown-field', entry.keyPlace, `the body has no field \`${entry.key}\``, {
        hint: suggestion(entry.key, Object.keys(fields), 'it has'),
      }),
    )
  }
  if (code.type.kind !== 'record') return
  const given = code.type.fields
  for (const name of (body.schema.required as string[] | undefined) ?? []) {
    if (Object.hasOwn(given, name)) continue
    report(
      build,
      problem('missing-key', give.keyPlace, `\`give\` lacks \`${name}\`, which the body needs`),
    )
  }
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(given, name))
      checkField(name, { wanted: field, given: given[name]!.type, give, body, build })
  }
}

function checkField(
  name: string,
  at: { wanted: Field; given: Type; give: RawEntry; body: InputIR; build: LoweringContext },
): void {
  const { type } = at.wanted
  const single =
    at.body.wrap?.includes(name) && type.kind === 'list' && comparable(type.of, at.given)
  if (single || comparable(type, at.given)) return
  const entry = entryOf(at.give.value, name) ?? at.give
  report(
    at.build,
    problem(
      'type-mismatch',
      entry.keyPlace,
      `\`${name}\` is of another type than the field of the body`,
    ),
  )
}
