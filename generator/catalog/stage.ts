/**
 * Lowers formulas at one stage of a call. A stage knows the names that exist there; where rows of a
 * table are involved, each formula is checked once per group of alike rows, so that a missing
 * column is a line number, and lowered once for all.
 */
import { restrict, withinOf } from '../formula/within.ts'
import { problem } from '../read/access.ts'
import { report, type Build } from './build.ts'
import type { ModelView } from './frames.ts'
import { lowered, proveNames, type Lowering } from './lower.ts'
import { elsewhereHint, withDefinition } from './name-hints.ts'
import { merged } from './row-problems.ts'
import type { Block, Let, RowIR } from '../ir.ts'
import type { Binding, Code, Names, Place, Problem, Text } from '../types.ts'

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
interface Frame {
  names: Names
  rows?: readonly RowIR[]
  refused?: true
}

/** A set of names that formulas may use, and what is told of the others. */
export interface Stage {
  build: Build
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
export function stageOf(
  build: Build,
  names: Names,
  elsewhere: Readonly<Record<string, string>> = {},
): Stage {
  const stage: Stage = { build, frames: [{ names }], lets: [], elsewhere }
  return build.constantTables.reduce(withConstant, stage)
}

/** The stage with `model` being a row of the view. */
export function withModel(stage: Stage, view: ModelView): Stage {
  const model = (type: Binding['type']): Names => ({ model: { type, code: 'model' } })
  const names = stage.frames[0]!.names
  const frames: Frame[] = [{ names: { ...names, ...model(view.type) } }]
  const differ = view.groups.length > 1 || view.table.columns.some(column => column.optional)
  if (differ)
    for (const group of view.groups)
      frames.push({ names: { ...names, ...model(group.type) }, rows: group.rows })
  return { ...stage, frames, view }
}

/** The stage with more names. */
export function withNames(stage: Stage, more: Names): Stage {
  return {
    ...stage,
    frames: stage.frames.map(frame => ({ ...frame, names: { ...frame.names, ...more } })),
  }
}

/** The stage with every frame's names changed, e.g. by what a gate proves. */
export function mapNames(stage: Stage, change: (names: Names) => Names): Stage {
  return { ...stage, frames: stage.frames.map(frame => ({ ...frame, names: change(frame.names) })) }
}

/**
 * The stage with `let:` values. A value that cannot be lowered is reported once and is then any
 * JSON, so that no error follows from it.
 */
export function withLets(stage: Stage, defs: readonly LetDef[]): Stage {
  let at = stage
  for (const def of defs) at = withLet(at, def)
  return at
}

function withLet(stage: Stage, def: LetDef): Stage {
  if (Object.hasOwn(stage.frames[0]!.names, def.name)) {
    report(
      stage.build,
      problem('name-taken', def.place, `\`${def.name}\` already means something here`, {
        hint: 'choose another name',
      }),
    )
    return stage
  }
  const results = stage.frames.map(frame =>
    lowered({ kind: 'formula', text: def.text }, frame.names),
  )
  tell(
    stage,
    results.map(result => result.problems),
  )
  const doubtful = results.some(result => result.value?.doubts)
  const bind = (code: Code | undefined): Names => ({
    [def.name]: {
      type: code?.type ?? { kind: 'json' },
      code: def.name,
      place: def.place,
      ...(code?.optional ? { optional: true } : {}),
    },
  })
  const code = results[0]!.value
  return {
    ...stage,
    frames: stage.frames.map((frame, i) => ({
      ...frame,
      names: { ...frame.names, ...bind(results[i]!.value ?? code) },
    })),
    lets: code ? [...stage.lets, { name: def.name, code }] : stage.lets,
    ...(doubtful ? { doubtful: [...(stage.doubtful ?? []), def] } : {}),
  }
}

/** A constant table as a `let`: its code is a literal. A name that is taken is reported. */
export function withConstant(stage: Stage, constant: Let): Stage {
  if (Object.hasOwn(stage.frames[0]!.names, constant.name)) {
    report(
      stage.build,
      problem(
        'name-taken',
        constant.code.place,
        `\`${constant.name}\` already means something here`,
        { hint: 'choose another name' },
      ),
    )
    return stage
  }
  const bound = withNames(stage, {
    [constant.name]: { type: constant.code.type, code: constant.name, place: constant.code.place },
  })
  return { ...bound, lets: [...bound.lets, constant] }
}

/** Lowers one formula, tree, message or price; reports its problems. */
export function lower(stage: Stage, what: Lowering): Code | undefined {
  return lowerFrames(stage, what)[0]
}

/** A condition, and what can be used where it holds. */
export interface Tested {
  code: Code
  holds(stage: Stage): Stage
}

/** Lowers a condition; reports its problems. */
export function lowerTest(stage: Stage, text: Text): Tested | undefined {
  const [whole, ...groups] = lowerFrames(stage, {
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
function proven(stage: Stage, codes: readonly (Code | undefined)[]): Stage {
  return {
    ...stage,
    frames: stage.frames.map((frame, i): Frame => {
      const code = (codes.length === stage.frames.length ? codes[i] : undefined) ?? codes[0]!
      return {
        ...frame,
        names: proveNames(frame.names, code),
        ...(code.narrows === 'never' ? { refused: true } : {}),
      }
    }),
  }
}

/** The code of each frame; of the first alone, where the rows make no difference. */
function lowerFrames(stage: Stage, what: Lowering): (Code | undefined)[] {
  const [first, ...groups] = stage.frames
  const whole = lowered(what, first!.names)
  const reads = whole.value
    ? whole.value.doubts !== undefined || readsModel(whole.value, stage)
    : true
  const all = [whole, ...(reads ? groups.map(frame => lowered(what, frame.names)) : [])]
  tell(
    stage,
    all.map(({ value, problems }, i) =>
      stage.frames[i]!.refused ? problems : [...problems, ...(value?.doubts ?? [])],
    ),
  )
  if (whole.value) proveLets(stage, whole.value)
  return all.map(one => one.value)
}

/** Looks again at the lets that code needs, with what is proven where it stands. */
function proveLets(stage: Stage, code: Code): void {
  const needed = new Set(stage.doubtful && neededLets(stage.lets, [code]).map(one => one.name))
  for (const def of stage.doubtful ?? []) {
    if (!needed.has(def.name)) continue
    tell(
      stage,
      stage.frames.map(frame =>
        frame.refused
          ? []
          : (lowered({ kind: 'formula', text: def.text }, frame.names).value?.doubts ?? []),
      ),
    )
  }
}

/**
 * The stage with its lets as what was proven since leaves them: what they are made of can be less
 * than where they are written.
 */
export function provenLets(stage: Stage, defs: readonly LetDef[]): Stage {
  const frames = stage.frames.map((frame): Frame => ({
    ...frame,
    names: defs.reduce((names, def) => {
      const binding = names[def.name]
      if (binding?.type.kind !== 'string') return names
      const again = lowered({ kind: 'formula', text: def.text }, names).value
      return again
        ? {
            ...names,
            [def.name]: { ...binding, type: restrict(binding.type, withinOf(again.type)) },
          }
        : names
    }, frame.names),
  }))
  return { ...stage, frames }
}

/** Whether code reads the model, itself or through a `let`. */
function readsModel(code: Code, stage: Stage): boolean {
  return (
    code.uses.includes('model') ||
    neededLets(stage.lets, [code]).some(one => one.code.uses.includes('model'))
  )
}

/** Lowers one formula with the lets it needs. */
export function block(stage: Stage, what: Lowering): Block | undefined {
  const code = lower(stage, what)
  return code && { lets: neededLets(stage.lets, [code]), code }
}

/** The lets that codes need, transitively, in order. */
export function neededLets(lets: readonly Let[], codes: readonly Code[]): Let[] {
  const wanted = new Set(codes.flatMap(code => code.uses))
  for (const one of [...lets].reverse())
    if (wanted.has(one.name)) for (const name of one.code.uses) wanted.add(name)
  return lets.filter(one => wanted.has(one.name))
}

/** Reports problems: those of the rows where there are any, else those of the table as a whole. */
function tell(stage: Stage, found: readonly (readonly Problem[])[]): void {
  const { build, frames } = stage
  const names = frames[0]!.names
  for (const one of merged(found, { build, frames }))
    build.problems.push(elsewhereHint(withDefinition(one, names), stage))
}
