/**
 * Builds the price of a call by its actual use: the formula of its price, lowered again with some
 * of its `let:` values replaced. So a quote and a charge cannot follow different rules.
 */
import { entriesOf, entryOf, problem, valueOf } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import type { Expr } from '../formula/expr.ts'
import { parse } from '../formula/parse.ts'
import { showType } from '../formula/types.ts'
import { optional, report } from './build.ts'
import { neededLets } from './lets.ts'
import { block, lower, withNames, type FormulaScope, type LetDef } from './scope.ts'
import { withLets } from './scope-lets.ts'
import { unitsOf } from './units.ts'
import type { UsedScope } from './used-scope.ts'
import type { ActualIR, Let } from '../ir.ts'
import type { Binding, Place, RawEntry, Text } from '../types.ts'

/** A price without `actual`: its formula, its own values, and its scopes. */
export interface Quoted {
  text: Text
  defs: readonly LetDef[]
  /** The scope without the price's own values. */
  scope: FormulaScope
  /** The scope with the price's own values. */
  priced: FormulaScope
  /** The formula of `cost`, which is also computed by the actual use. */
  cost?: Text | undefined
  units?: readonly RawEntry[] | undefined
}

/** The lowered `actual:` of a price; undefined if it is invalid, after reporting it. */
export function actualOf(entry: RawEntry, quoted: Quoted, used: UsedScope): ActualIR | undefined {
  const { build } = quoted.scope
  const count = build.problems.length
  if (used.never !== undefined)
    return void wrong(quoted, entry.keyPlace, used.never, 'remove `actual`')
  for (const one of entriesOf(entry.value)) checkName(one, quoted)
  if (build.problems.length > count) return undefined
  const replaced = replacedBy(entry)
  const scope = quoted.defs.reduce(
    (before, def) => withValue(before, { def, by: replaced.get(def.name), quoted, used }),
    quoted.scope,
  )
  if (build.problems.length > count) return undefined
  const code = lower(scope, { kind: 'price', text: quoted.text })
  if (!code) return undefined
  const lets = neededLets(scope.lets, [code])
  const { cost, units } = quoted
  return {
    lets,
    code,
    used: lets.filter((one: Let) => replaced.has(one.name)),
    ...optional('cost', cost && block(scope, { kind: 'price', text: cost })),
    ...optional('units', units && unitsOf(scope, units)),
  }
}

function replacedBy({ value }: RawEntry): ReadonlyMap<string, LetDef> {
  return new Map(
    entriesOf(value).flatMap(({ key, keyPlace, value: formula }): [string, LetDef][] =>
      formula.kind === 'scalar' ? [[key, { name: key, text: formula.text, place: keyPlace }]] : [],
    ),
  )
}

/** Checks that a name of `actual` is a value that the price has and uses. */
function checkName({ key, keyPlace }: RawEntry, quoted: Quoted): void {
  const { defs, scope } = quoted
  const own = defs.map(def => def.name)
  if (own.includes(key)) {
    if (namesUsed(quoted).has(key)) return
    return wrong(
      quoted,
      keyPlace,
      `\`usd\` does not use \`${key}\``,
      'replace a value that it uses',
    )
  }
  const isOuter = scope.lets.some(one => one.name === key)
  wrong(
    quoted,
    keyPlace,
    `\`${key}\` is not a value of this price`,
    isOuter
      ? `\`actual\` replaces values of the price's own \`let\`; name it there, e.g. \`let: { ` +
          `used_${key}: ${key} }\`, and use that in \`usd\``
      : own.length > 0
        ? suggestion(key, own)
        : 'define the counted value with `let` beside `usd`',
  )
}

/**
 * The names in the formula of a price and in the values that the formula uses. The lowered code
 * does not show all of them, because it holds numbers in place of their names.
 */
export function namesUsed({ text, defs }: Pick<Quoted, 'text' | 'defs'>): ReadonlySet<string> {
  const used = new Set(namesIn(parse(text.text)))
  for (const def of defs.toReversed())
    if (used.has(def.name)) for (const name of namesIn(parse(def.text.text))) used.add(name)
  return used
}

function namesIn(expr: Expr): string[] {
  switch (expr.kind) {
    case 'name':
      return [expr.name]
    case 'get':
    case 'not':
    case 'minus':
      return namesIn(expr.of)
    case 'index':
      return [expr.of, expr.key].flatMap(namesIn)
    case 'binary':
      return [expr.left, expr.right].flatMap(namesIn)
    case 'call':
      return [...(expr.of ? [expr.of] : []), ...expr.args].flatMap(namesIn)
    case 'list':
      return expr.items.flatMap(namesIn)
    case 'map':
      return expr.entries.flatMap(({ value }) => namesIn(value))
    default:
      return []
  }
}

interface Value {
  def: LetDef
  by: LetDef | undefined
  quoted: Quoted
  used: UsedScope
}

/** The scope with one more value of the price, as written or as replaced. */
function withValue(before: FormulaScope, { def, by, quoted, used }: Value): FormulaScope {
  if (!by) return withLets(before, [def])
  const late = withNames(before, used.names)
  const elsewhere = { ...before.elsewhere, ...used.elsewhere }
  const count = before.build.problems.length
  const made = withLets({ ...late, elsewhere }, [by])
  if (before.build.problems.length === count) checkTypes(by, { quoted, made })
  // Only the replacement may read the actual use.
  const variants = made.variants.map((variant, i) => {
    const names = before.variants[i]!.names
    const own = variant.names[by.name]
    return { ...variant, names: own ? { ...names, [by.name]: own } : names }
  })
  return { ...made, variants, elsewhere: before.elsewhere }
}

/**
 * Checks that the replacement is always present and of the same type as the value; all number types
 * count as the same.
 */
function checkTypes(
  { name, text, place }: LetDef,
  { quoted, made }: { quoted: Quoted; made: FormulaScope },
): void {
  const variants = made.variants.map((variant, i): [Binding?, Binding?] => [
    variant.names[name],
    quoted.priced.variants[i]?.names[name],
  ])
  const differs = variants.find(([now, was]) => now && was && !isAlike(now, was))
  if (differs)
    return wrong(
      quoted,
      text.place,
      `\`${name}\` is ${showType(differs[1]!.type)} in the quote, and ` +
        `${showType(differs[0]!.type)} here`,
      differs[0]!.type.kind === 'json'
        ? 'convert it to a number: `first(whole(result.pages, 0), body.pages)`, or `count(...)` ' +
            'of a list'
        : undefined,
    )
  if (variants.some(([now]) => now?.optional))
    wrong(quoted, place, `\`${name}\` may be absent here`, 'give it a value with `first(.., ..)`')
}

const NUMBERS: readonly string[] = ['integer', 'decimal']

function isAlike({ type: now }: Binding, { type: was }: Binding): boolean {
  if (!NUMBERS.includes(now.kind)) return now.kind === was.kind
  const isUsd = (type: Binding['type']): boolean => type.kind === 'decimal' && type.usd === true
  return NUMBERS.includes(was.kind) && isUsd(now) === isUsd(was)
}

function wrong({ scope }: Quoted, place: Place, message: string, hint?: string): void {
  report(scope.build, problem('actual', place, message, hint === undefined ? {} : { hint }))
}

/** The `actual:` entry of a price: its own, or that of its arms. */
export function actualEntry(price: RawEntry['value'] | undefined): RawEntry | undefined {
  return price?.kind === 'map' && valueOf(price, 'actual')?.kind === 'map'
    ? entryOf(price, 'actual')
    : undefined
}
