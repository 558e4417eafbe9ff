/**
 * Lowers formulas in a scope: the names that exist at one point of a call. If a scope has rows of a
 * table, each formula is checked once per group of similar rows, so that a missing column is
 * reported with its line, and lowered once for all rows.
 */
import { problem } from '../read/access.ts'
import { report, type LoweringContext } from './build.ts'
import type { ModelView } from './row-variants.ts'
import { proveNames, type Lowering } from './lower.ts'
import { elsewhereHint, withDefinition } from './name-hints.ts'
import { merged } from './row-problems.ts'
import type { Block, Let, RowIR } from '../ir.ts'
import type { Binding, Code, Names, Place, Problem, Text } from '../types.ts'
import { neededLets } from './lets.ts'

/** A `let:` as written. */
export interface LetDef {
  name: string
  text: Text
  place: Place
}

/**
 * The names of a scope for one group of rows; the first variant has the names of the table as a
 * whole. Rows that a gate has `refused` make no look-up after it.
 */
export interface RowVariant {
  names: Names
  rows?: readonly RowIR[]
  refused?: true
}

/** A set of names that formulas may use, and hints for names that do not exist here. */
export interface FormulaScope {
  build: LoweringContext
  variants: readonly RowVariant[]
  lets: readonly Let[]
  /**
   * Lets with a look-up that is not proven where they are written. Each formula that uses them has
   * to prove it.
   */
  unprovenLets?: readonly LetDef[]
  view?: ModelView
  /** Names that exist elsewhere, and where, for hints such as "known only after ...". */
  elsewhere: Readonly<Record<string, string>>
  /** Names of a job's submit, in a scope of its polls. */
  submitOnly?: ReadonlySet<string>
}

/** A scope without a model. It contains the lists and maps among the constants. */
export function formulaScope(
  build: LoweringContext,
  names: Names,
  elsewhere: Readonly<Record<string, string>> = {},
): FormulaScope {
  const scope: FormulaScope = { build, variants: [{ names }], lets: [], elsewhere }
  return withConstants(scope, build.constantTables)
}

/** The scope with `model`, a row of the view. */
export function withModel(scope: FormulaScope, view: ModelView): FormulaScope {
  const model = (type: Binding['type']): Names => ({ model: { type, code: 'model' } })
  const names = scope.variants[0]!.names
  const variants: RowVariant[] = [{ names: { ...names, ...model(view.type) } }]
  const differ = view.groups.length > 1 || view.table.columns.some(column => column.optional)
  if (differ)
    for (const group of view.groups)
      variants.push({ names: { ...names, ...model(group.type) }, rows: group.rows })
  return { ...scope, variants, view }
}

/** The scope with more names. */
export function withNames(scope: FormulaScope, more: Names): FormulaScope {
  return {
    ...scope,
    variants: scope.variants.map(variant => ({ ...variant, names: { ...variant.names, ...more } })),
  }
}

/** The scope with the names of every variant changed, e.g. by the proof of a gate. */
export function mapNames(scope: FormulaScope, change: (names: Names) => Names): FormulaScope {
  return {
    ...scope,
    variants: scope.variants.map(variant => ({ ...variant, names: change(variant.names) })),
  }
}

/**
 * The scope with constant tables as `lets`, whose code is a literal. Reports names that are already
 * used.
 */
export function withConstants(scope: FormulaScope, constants: readonly Let[]): FormulaScope {
  const taken = scope.variants[0]!.names
  const more: Record<string, Binding> = {}
  const lets: Let[] = []
  for (const constant of constants) {
    const { name, code } = constant
    if (Object.hasOwn(taken, name) || Object.hasOwn(more, name)) {
      const message = `\`${name}\` is already a name here`
      report(
        scope.build,
        problem('name-taken', code.place, message, { hint: 'choose another name' }),
      )
    } else {
      more[name] = { type: code.type, code: name, place: code.place }
      lets.push(constant)
    }
  }
  return { ...withNames(scope, more), lets: [...scope.lets, ...lets] }
}

/** Lowers one formula, tree, message or price; reports its problems. */
export function lower(scope: FormulaScope, what: Lowering): Code | undefined {
  return lowerVariants(scope, what)[0]
}

/** A condition, and the scope in which it holds. */
export interface Tested {
  code: Code
  holds(scope: FormulaScope): FormulaScope
}

/** Lowers a condition; reports its problems. */
export function lowerTest(scope: FormulaScope, text: Text): Tested | undefined {
  const [whole, ...groups] = lowerVariants(scope, {
    kind: 'formula',
    text,
    expect: { kind: 'boolean' },
  })
  return whole && { code: whole, holds: later => proven(later, [whole, ...groups]) }
}

/**
 * The scope after a condition; `codes` has one code for each variant. Codes from a scope without
 * rows apply to every row.
 */
function proven(scope: FormulaScope, codes: readonly (Code | undefined)[]): FormulaScope {
  return {
    ...scope,
    variants: scope.variants.map((variant, i): RowVariant => {
      const code = (codes.length === scope.variants.length ? codes[i] : undefined) ?? codes[0]!
      return {
        ...variant,
        names: proveNames(variant.names, code),
        ...(code.narrows === 'never' ? { refused: true } : {}),
      }
    }),
  }
}

/** The code of each variant, or of the first alone if the rows make no difference. */
function lowerVariants(scope: FormulaScope, what: Lowering): (Code | undefined)[] {
  const [first, ...groups] = scope.variants
  const { lowered } = scope.build
  const whole = lowered(what, first!.names)
  const reads = whole.value
    ? whole.value.unproven !== undefined || readsModel(whole.value, scope)
    : true
  const all = [whole, ...(reads ? groups.map(variant => lowered(what, variant.names)) : [])]
  reportAll(
    scope,
    all.map(({ value, problems }, i) =>
      scope.variants[i]!.refused ? problems : [...problems, ...(value?.unproven ?? [])],
    ),
  )
  if (whole.value) proveLets(scope, whole.value)
  return all.map(one => one.value)
}

/** Checks the lets that code needs, with the proofs at this point. */
function proveLets(scope: FormulaScope, code: Code): void {
  const { lowered } = scope.build
  const needed = new Set(scope.unprovenLets && neededLets(scope.lets, [code]).map(one => one.name))
  for (const def of scope.unprovenLets ?? []) {
    if (!needed.has(def.name)) continue
    reportAll(
      scope,
      scope.variants.map(variant =>
        variant.refused
          ? []
          : (lowered({ kind: 'formula', text: def.text }, variant.names).value?.unproven ?? []),
      ),
    )
  }
}

/** Whether code reads the model, itself or through a `let`. */
function readsModel(code: Code, scope: FormulaScope): boolean {
  return (
    code.uses.includes('model') ||
    neededLets(scope.lets, [code]).some(one => one.code.uses.includes('model'))
  )
}

/** Lowers one formula with the lets it needs. */
export function block(scope: FormulaScope, what: Lowering): Block | undefined {
  const code = lower(scope, what)
  return code && { lets: neededLets(scope.lets, [code]), code }
}

/** Reports problems: those of the rows if there are any, else those of the table as a whole. */
export function reportAll(scope: FormulaScope, found: readonly (readonly Problem[])[]): void {
  const { build, variants } = scope
  const names = variants[0]!.names
  for (const one of merged(found, { build, variants }))
    build.problems.push(elsewhereHint(withDefinition(one, names), scope))
}
