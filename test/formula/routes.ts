/**
 * Compiles every formula of a routes file against its models file, and runs its examples: a small
 * stand-in for the whole generator.
 */
import { number, path } from '../../generator/js/tree.ts'
import { decimalOf, lcm } from '../../generator/formula/decimal.ts'
import { sliceText } from '../../generator/formula/fail.ts'
import { lowerFormula, lowerPrice, prove } from '../../generator/formula/lower.ts'
import { parseField } from '../../generator/notation/field.ts'
import { lowerMessage } from '../../generator/notation/message.ts'
import { lowerTree } from '../../generator/notation/tree.ts'
import { BOOLEAN, factor, good, JSON_TYPE, record, run, STRING, usd } from './world.ts'
import type { Code, Field, Names, Raw, RawEntry, Type } from '../../generator/types.ts'

import { entries, at, items, type Model, type Models, type Scalar } from './models.ts'

export { entries, load, models, type Models, type Model, at, items, js } from './models.ts'

const CONSTANTS: Names = {
  fee: { code: number(1n), type: usd(1000n) },
  margin: { code: number(21n), type: factor(20n) },
  minimum: { code: number(1n), type: usd(1000n) },
  job: { code: 'job', type: JSON_TYPE },
  result: { code: 'result', type: JSON_TYPE },
  cache: {
    code: 'cache',
    type: record({ state: STRING }),
  },
}

/** What a routes file needs besides itself. */
export interface Surroundings {
  models?: Models
  hooks?: Names
  schemas?: ReadonlyMap<string, { schema: Record<string, unknown>; type: Type }>
  body?: Type
}

/** A compiled route: its gates and its price per model. */
export interface Compiled {
  formulas: number
  codes: Code[]
  quote(model: Model | undefined, scope: Record<string, unknown>): string | bigint
}

/** Compiles all that a route says, per model row; the first problem is thrown. */
export function compile(route: Raw, around: Surroundings): Compiled {
  const rows = around.models?.rows ?? [undefined]
  const codes: Code[] = []
  const perRow = new Map(rows.map(row => [row?.id, compileRow(route, { around, row, codes })]))
  if (around.models) compileRow(route, { around, row: undefined, codes })
  return {
    formulas: codes.length,
    codes,
    quote: (model, scope) =>
      perRow.get(model?.id)!({
        ...scope,
        body: Array.isArray(scope.body)
          ? scope.body
          : { ...defaults(route, around), ...(scope.body as object) },
        model: model?.values,
        models: {
          ids: rows.map(row => row?.id),
          get: (id: string) => rows.find(row => row?.id === id),
        },
      }),
  }
}

const schemasOf = (around: Surroundings): NonNullable<Surroundings['schemas']> =>
  around.schemas ?? new Map()

function defaults(route: Raw, around: Surroundings): Record<string, unknown> {
  const fields = entries(at(route, 'body')).filter(entry => entry.key !== '...')
  return Object.fromEntries(
    fields
      .map(entry => [
        entry.key,
        good(parseField((entry.value as Scalar).text, schemasOf(around))).default,
      ])
      .filter(([, value]) => value !== undefined),
  )
}

function bodyType(route: Raw, around: Surroundings): Type {
  if (around.body) return around.body
  return record(
    Object.fromEntries(
      entries(at(route, 'body'))
        .filter(entry => entry.key !== '...')
        .map((entry): [string, Field] => {
          const field = good(parseField((entry.value as Scalar).text, schemasOf(around)))
          return [
            entry.key,
            {
              type: field.type,
              ...(field.required || field.default !== undefined ? {} : { optional: true }),
            },
          ]
        }),
    ),
  )
}

interface Row {
  around: Surroundings
  row: Model | undefined
  codes: Code[]
}

function compileRow(
  route: Raw,
  { around, row, codes }: Row,
): (scope: Record<string, unknown>) => string | bigint {
  const type = row ? around.models!.typeOf(row) : around.models?.type
  const pick = (at(route, 'pick') as Scalar | undefined)?.text.text ?? 'body.model'
  let names: Names = {
    ...CONSTANTS,
    ...around.hooks,
    body: { code: 'body', type: bodyType(route, around) },
    path: {
      code: 'path',
      type: record({ network: STRING }),
    },
    ...(type
      ? {
          model: { code: 'model', type },
          models: { code: 'models', type: { kind: 'models', row: type, pick: path(pick) } },
        }
      : {}),
  }
  const steps: { name?: string; code: Code; when?: Code; status?: string }[] = []
  const keep = (code: Code): Code => (codes.push(code), code)
  const bind = (entry: RawEntry): void => {
    const code = keep(good(lowerFormula((entry.value as Scalar).text, names)))
    steps.push({ name: entry.key, code })
    names = {
      ...names,
      [entry.key]: {
        code: entry.key,
        type: code.type,
        ...(code.optional ? { optional: true } : {}),
      },
    }
  }
  entries(at(route, 'let')).forEach(bind)
  for (const gate of items(at(route, 'gates'))) {
    const when = at(gate, 'when') as Scalar | undefined
    const test = when && keep(good(lowerFormula(when.text, names, BOOLEAN)))
    const inner = test?.proves ? prove(names, test.proves) : names
    const rule = keep(
      good(lowerFormula(((at(gate, 'rule') ?? at(gate, 'hook')) as Scalar).text, inner, BOOLEAN)),
    )
    const error = (at(gate, 'error') as Scalar).text
    if (/^\d{3} /.test(error.text)) keep(good(lowerMessage(sliceText(error, 4), inner)))
    steps.push({
      code: rule,
      ...(test ? { when: test } : {}),
      status: /^\d{3}/.exec(error.text)?.[0] ?? '400',
    })
    if (rule.proves && !test)
      names = prove(
        names,
        rule.proves.filter(path => path !== 'model'),
      )
  }
  for (const [field, rules] of entries(at(route, 'fields')).map(
    entry => [entry.key, entry.value] as const,
  )) {
    const never = at(rules, 'never') as Scalar | undefined
    const only = at(rules, 'only') as Scalar | undefined
    const rule = never
      ? `!has(body.${field})`
      : only
        ? `!has(body.${field}) || (${only.text.text})`
        : undefined
    if (rule)
      steps.push({
        code: keep(
          good(
            lowerFormula(
              { text: rule, place: rules.place, at: () => rules.place.start },
              names,
              BOOLEAN,
            ),
          ),
        ),
        status: /^\d+/.exec(never?.text.text ?? '')?.[0] ?? '400',
      })
  }
  trees(route, names).forEach(code => keep(code))
  const price = priceOf(route, { row, names: () => names, bind })
  if (price) keep(price)
  return scope => evaluate(steps, price, scope)
}

/** Everything of a route that is a tree or a formula in a known place. */
function trees(route: Raw, names: Names): Code[] {
  const keys = [
    ['show'],
    ['price', 'show'],
    ['headers'],
    ['job', 'echo'],
    ['job', 'poll_url', 'sign'],
    ['job', 'skip_inline'],
    ['upstream', 'send'],
    ['cache', 'key'],
    ['cache', 'patch'],
    ['reply'],
  ]
  const found = keys.map(path => at(route, ...path)).filter(raw => raw !== undefined)
  const conditional = found.filter(raw => raw.kind === 'list').flatMap(items)
  const plain = [
    ...found.filter(raw => raw.kind !== 'list'),
    ...conditional.map(raw => at(raw, 'send')!),
  ].filter(raw => raw.kind !== 'scalar' || raw.value !== 'verbatim')
  const conditions = [...conditional, ...(at(route, 'cache') ? [at(route, 'cache')!] : [])]
  const whens = conditions.map(raw =>
    good(lowerFormula((at(raw, 'when') as Scalar).text, names, BOOLEAN)),
  )
  return [...whens, ...plain.map(raw => good(lowerTree(raw, names)))]
}

interface Pricing {
  row: Model | undefined
  names: () => Names
  bind: (entry: RawEntry) => void
}

function priceOf(route: Raw, { row, names, bind }: Pricing): Code | undefined {
  const price = at(route, 'price')
  if (!price) return undefined
  if (price.kind === 'scalar') return good(lowerPrice(price.text, names()))
  const tables = Object.fromEntries(
    entries(at(price, 'tables')).map(entry => [entry.key, tableBinding(entry)]),
  )
  const by = at(price, 'by') as Scalar | undefined
  const arm = by ? at(price, row ? String(row.values[by.text.text.split('.')[1]!]) : '') : price
  if (!arm) return undefined
  entries(at(arm, 'let')).forEach(bind)
  const usdText = (arm.kind === 'scalar' ? arm : (at(arm, 'usd') as Scalar)).text
  return good(lowerPrice(usdText, { ...names(), ...tables }))
}

function tableBinding(entry: RawEntry): Names[string] {
  const cells = entries(entry.value).map(one => ({
    key: one.key,
    value: decimalOf((one.value as Scalar).text.text),
  }))
  const den = cells.reduce((all, cell) => lcm(all, cell.value.den), 1n)
  const code = `({ ${cells.map(cell => `${JSON.stringify(cell.key)}: ${cell.value.num * (den / cell.value.den)}n`).join(', ')} })`
  return {
    code,
    type: { kind: 'table', of: { kind: 'decimal', den }, keys: cells.map(cell => cell.key) },
  }
}

interface Step {
  name?: string
  code: Code
  when?: Code
  status?: string
}

function evaluate(
  steps: readonly Step[],
  price: Code | undefined,
  scope: Record<string, unknown>,
): string | bigint {
  const known = { ...scope }
  for (const step of steps) {
    if (step.name) known[step.name] = run(step.code, known)
    else if ((!step.when || run(step.when, known)) && !run(step.code, known))
      return `refused ${step.status}`
  }
  return price ? run(price, known) : 0n
}
