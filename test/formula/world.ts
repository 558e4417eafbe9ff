/** What the tests of this folder share: texts with places, names, and running of lowered code. */
import { number, path } from '../../generator/js/tree.ts'
import { line } from '../../generator/js/flat.ts'
import * as helpers from '../../runtime/formula.ts'
import type {
  Checked,
  Code,
  Field,
  Names,
  Problem,
  Raw,
  Text,
  Type,
} from '../../generator/types.ts'
import { readFile } from '../../generator/read/document.ts'

/**
 * A text that stands at the start of a file, so that offsets in the formula are offsets in the
 * file.
 */
export function text(source: string): Text {
  return {
    text: source,
    place: { file: 'test.yaml', start: 0, end: source.length },
    at: offset => offset,
  }
}

/** A YAML value with places. */
export function yaml(source: string): Raw {
  const { value, problems } = readFile({ path: 'test.yaml', text: source })
  if (!value.raw || problems.length > 0) throw new Error(problems[0]?.message ?? 'empty')
  return value.raw
}

export const STRING: Type = { kind: 'string' }
export const INTEGER: Type = { kind: 'integer' }
export const BOOLEAN: Type = { kind: 'boolean' }
export const JSON_TYPE: Type = { kind: 'json' }
export const usd = (den: bigint): Type => ({ kind: 'decimal', den, usd: true })
export const factor = (den: bigint): Type => ({ kind: 'decimal', den, usd: false })
export const choices = (...values: string[]): Type => ({ kind: 'string', choices: values })
export const list = (of: Type, min?: number): Type => ({
  kind: 'list',
  of,
  ...(min ? { min } : {}),
})
export const optional = (type: Type): Field => ({ type, optional: true })
export const column = (type: Type): Field => ({ type, optional: true, need: true })

/** A record of fields; a bare type is a field that is always present. */
export function record(fields: Readonly<Record<string, Type | Field>>): Type {
  return {
    kind: 'record',
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, one]) => [name, 'kind' in one ? { type: one } : one]),
    ),
  }
}

/** Runs lowered code with these values of its names. */
export function run(code: Code | string, scope: Record<string, unknown> = {}): any {
  const source = typeof code === 'string' ? code : line(code.js)
  const all: Record<string, unknown> = { ...helpers, ...scope }
  const make = source.includes('await ')
    ? Object.getPrototypeOf(async () => undefined).constructor
    : Function
  return new make(
    ...Object.keys(all),
    `'use strict'; return ${source.startsWith('{') ? `(${source})` : source}`,
  )(...Object.values(all))
}

/** Runs several codes with the same values, in one go. */
export function runAll(codes: readonly string[], scope: Record<string, unknown>): any[] {
  return run(`[${codes.map(code => `(${code})`).join(', ')}]`, scope)
}

/** The value of a result without problems. */
export function good<T>(checked: Checked<T | undefined>): T {
  if (checked.problems.length > 0) throw new Error(report(checked.problems))
  return checked.value as T
}

const report = (problems: readonly Problem[]): string =>
  problems
    .map(problem => `${problem.place.start}..${problem.place.end} ${problem.message}`)
    .join('\n')

/**
 * The one problem of a result, as people see it:
 * the text, carets under the wrong characters, `code: message`, and the hint.
 */
export function shown(source: string, checked: Checked<unknown>): string {
  if (checked.problems.length === 0) return 'no problem'
  const { place, code, message, hint } = checked.problems[0]!
  const carets = ' '.repeat(place.start) + '^'.repeat(Math.max(1, place.end - place.start))
  return [source, carets, `${code}: ${message}`, ...(hint ? [hint] : [])].join('\n')
}

/** Names as an images route has them, with something of every type. */
const ROW = record({
  id: STRING,
  sizes: {
    kind: 'table',
    of: usd(200n),
    keys: ['1024x1024', '2048x2048'],
  },
  hourly: usd(100n),
  flat: column(usd(1000n)),
  long_x: factor(2n),
  context: INTEGER,
  billing: choices('token', 'flat'),
  seconds: {
    kind: 'list',
    of: INTEGER,
    set: true,
    min: 1,
  },
  resolutions: list(STRING, 1),
  ratios: list(STRING),
})

export const NAMES: Names = {
  body: {
    code: 'body',
    type: record({
      model: STRING,
      prompt: STRING,
      size: STRING,
      n: {
        kind: 'integer',
        min: 1,
        max: 10,
      },
      timeout: INTEGER,
      temperature: { kind: 'number' },
      stream: BOOLEAN,
      image_url: optional(STRING),
      seed: optional(INTEGER),
      resolution: optional(choices('480p', '720p', '1080p', '4K')),
      urls: optional(list(STRING)),
      messages: list(record({ role: STRING, name: optional(STRING) }), 1),
      options: optional(
        record({
          fast: BOOLEAN,
          depth: optional(INTEGER),
        }),
      ),
      status: choices('active', 'closed', 'archived'),
      tools: optional(JSON_TYPE),
    }),
  },
  model: { code: 'model', type: ROW },
  models: { code: 'models', type: { kind: 'models', row: ROW, pick: path('body.model') } },
  fee: { code: number(1n), type: usd(1000n) },
  margin: { code: number(21n), type: factor(20n) },
  minimum: { code: number(1n), type: usd(1000n) },
  factors: {
    code: 'factors',
    type: {
      kind: 'table',
      of: { kind: 'decimal', den: 4n },
      keys: ['480p', '720p', '1080p', '4K'],
    },
  },
  reply: { code: 'reply', type: JSON_TYPE },
  status: { code: 'status', type: INTEGER },
  payer: { code: 'payer', type: STRING, optional: true },
  balanceOf: {
    code: 'hooks.balanceOf',
    type: { kind: 'hook', takes: [STRING], gives: usd(1_000_000n), wait: true },
  },
  healthOf: {
    code: 'hooks.healthOf',
    type: { kind: 'hook', takes: [choices('basic', 'chain')], gives: JSON_TYPE, wait: true },
  },
  worthOf: {
    code: 'hooks.worthOf',
    type: { kind: 'hook', takes: [usd(1_000_000n)], gives: INTEGER, wait: false },
  },
  estimate: {
    code: 'hooks.estimate',
    type: { kind: 'hook', takes: [JSON_TYPE, JSON_TYPE], gives: INTEGER, wait: false },
  },
}
