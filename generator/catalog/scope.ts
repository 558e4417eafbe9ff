/**
 * Lowers formulas at one stage of a call. A stage knows the names that exist there; where rows of a
 * table are involved, each formula is checked once per group of alike rows, so that a missing
 * column is a line number, and lowered once for all.
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
 * Names of one group of rows; the first frame of a stage has the names of the table as a whole.
 * Rows that a gate has `refused` make no look-up behind it.
 */
export interface Frame {
  names: Names
  rows?: readonly RowIR[]
  refused?: true
}

/** A set of names that formulas may use, and hints for names that do not exist here. */
export interface FormulaScope {
  build: LoweringContext
  frames: readonly Frame[]
  lets: readonly Let[]
  /**
   * Lets with a look-up that is not proven where they are written: each use of them has to prove
   * it.
   */
  doubtful?: readonly LetDef[]
  view?: ModelView
  /** Names that exist elsewhere, and where: for "known only after ...". */
  elsewhere: Readonly<Record<string, string>>
  /** Names of the submit of a job, at a stage of its polls. */
  submitOnly?: ReadonlySet<string>
}

/** A stage without a model; the lists and maps among the constants are there from the start. */
export function formulaScope(
  build: LoweringContext,
  names: Names,
  elsewhere: Readonly<Record<string, string>> = {},
): FormulaScope {
  const scope: FormulaScope = { build, frames: [{ names }], lets: [], elsewhere }
  return build.constantTables.reduce(withConstant, scope)
}

/** The stage with `model` being a row of the view. */
export function withModel(scope: FormulaScope, view: ModelView): FormulaScope {
  const model = (type: Binding['type']): Names => ({ model: { type, code: 'model' } })
  const names = scope.frames[0]!.names
  const frames: Frame[] = [{ names: { ...names, ...model(view.type) } }]
  const differ = view.groups.length > 1 || view.table.columns.some(column => column.optional)
  if (differ)
    for (const group of view.groups)
      frames.push({ names: { ...names, ...model(group.type) }, rows: group.rows })
  return { ...scope, frames, view }
}

/** The stage with more names. */
export function withNames(scope: FormulaScope, more: Names): FormulaScope {
  return {
    ...scope,
    frames: scope.frames.map(frame => ({ ...frame, names: { ...frame.names, ...more } })),
  }
}

/** The stage with every frame's names changed, e.g. by what a gate proves. */
export function mapNames(scope: FormulaScope, change: (names: Names) => Names): FormulaScope {
  return { ...scope, frames: scope.frames.map(frame => ({ ...frame, names: change(frame.names) })) }
}

/** A constant table as a `let`: its code is a literal. A name that is taken is reported. */
export function withConstant(scope: FormulaScope, constant: Let): FormulaScope {
  if (Object.hasOwn(scope.frames[0]!.names, constant.name)) {
    report(
      scope.build,
      problem(
        'name-taken',
        constant.code.place,
        `\`${constant.name}\` already means something here`,
        { hint: 'choose another name' },
      ),
    )
    return scope
  }
  const bound = withNames(scope, {
    [constant.name]: { type: constant.code.type, code: constant.name, place: constant.code.place },
  })
  return { ...bound, lets: [...bound.lets, constant] }
}

/** Lowers one formula, tree, message or price; reports its problems. */
export function lower(scope: FormulaScope, what: Lowering): Code | undefined {
  return lowerFrames(scope, what)[0]
}

/** A condition, and what can be used where it holds. */
export interface Tested {
  code: Code
  holds(scope: FormulaScope): FormulaScope
}

/** Lowers a condition; reports its problems. */
export function lowerTest(scope: FormulaScope, text: Text): Tested | undefined {
  const [whole, ...groups] = lowerFrames(scope, {
    kind: 'formula',
    text,
    expect: { kind: 'boolean' },
  })
  return whole && { code: whole, holds: later => proven(later, [whole, ...groups]) }
}

/**
 * The stage behind conditions, one for each frame; those of a stage without rows hold for every
 * row.
 */
function proven(scope: FormulaScope, codes: readonly (Code | undefined)[]): FormulaScope {
  return {
    ...scope,
    frames: scope.frames.map((frame, i): Frame => {
      const code = (codes.length === scope.frames.length ? codes[i] : undefined) ?? codes[0]!
      return {
        ...frame,
        names: proveNames(frame.names, code),
        ...(code.narrows === 'never' ? { refused: true } : {}),
      }
    }),
  }
}

/** The code of each frame; of the first alone, where the rows make no difference. */
function lowerFrames(scope: FormulaScope, what: Lowering): (Code | undefined)[] {
  const [first, ...groups] = scope.frames
  const { lowered } = scope.build
  const whole = lowered(what, first!.names)
  const reads = whole.value
    ? whole.value.unproven !== undefined || readsModel(whole.value, scope)
    : true
  const all = [whole, ...(reads ? groups.map(frame => lowered(what, frame.names)) : [])]
  reportAll(
    scope,
    all.map(({ value, problems }, i) =>
      scope.frames[i]!.refused ? problems : [...problems, ...(value?.unproven ?? [])],
    ),
  )
  if (whole.value) proveLets(scope, whole.value)
  return all.map(one => one.value)
}

/** Looks again at the lets that code needs, with what is proven where it stands. */
function proveLets(scope: FormulaScope, code: Code): void {
  const { lowered } = scope.build
  const needed = new Set(scope.doubtful && neededLets(scope.lets, [code]).map(one => one.name))
  for (const def of scope.doubtful ?? []) {
    if (!needed.has(def.name)) continue
    reportAll(
      scope,
      scope.frames.map(frame =>
        frame.refused
          ? []
          : (lowered({ kind: 'formula', text: def.text }, frame.names).value?.unproven ?? []),
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

/** Reports problems: those of the rows where there are any, else those of the table as a whole. */
export function reportAll(scope: FormulaScope, found: readonly (readonly Problem[])[]): void {
  const { build, frames } = scope
  const names = frames[0]!.names
  for (const one of merged(found, { build, frames }))
    build.problems.push(elsewhereHint(withDefinition(one, names), scope))
}
