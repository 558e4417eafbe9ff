/** Prints plain values as TypeScript source. */
import type { Cell } from '../../ir.ts'
import type { Type } from '../../types.ts'
import { rows, WIDTH } from './layout.ts'
import { isPlainKey } from './names.ts'

/** A string as single-quoted source. */
export function quote(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/**
 * An object key, quoted where it must be. A member named `__proto__` is computed, so that it stays
 * a member.
 */
export function key(name: string): string {
  return name === '__proto__' ? "['__proto__']" : isPlainKey(name) ? name : quote(name)
}

/** An object of ready source texts on one line; undefined members are left out. */
export function object(
  members:
    | Readonly<Record<string, string | undefined>>
    | readonly (readonly [string, string | undefined])[],
): string {
  const entries = Array.isArray(members)
    ? (members as readonly (readonly [string, string | undefined])[])
    : Object.entries(members)
  const shown = entries
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => (name === text && isPlainKey(name) ? name : `${key(name)}: ${text}`))
  return shown.length === 0 ? '{}' : `{ ${shown.join(', ')} }`
}

/** Any JSON value, or bigint, on one line. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return object(
      Object.entries(value)
        .filter(([, v]) => v !== undefined)
        .map(([k, v]) => [k, literal(v)] as const),
    )
  }
  return String(value)
}

/**
 * Any JSON value on one line where it fits behind `indent` plus `used` columns, otherwise with a
 * line a member.
 */
export function laidOut(value: unknown, indent: string, used = 0): string {
  const line = literal(value)
  if (indent.length + used + line.length <= WIDTH || typeof value !== 'object' || value === null)
    return line
  const inner = indent + '  '
  const members = Array.isArray(value)
    ? value.map(item => laidOut(item, inner, 1))
    : Object.entries(value)
        .filter(([, v]) => v !== undefined)
        .map(([k, v]) => `${key(k)}: ${laidOut(v, inner, k.length + 3)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (members.length === 0) return line
  const lines = rows(members, WIDTH - inner.length).map(row => `${inner}${row},\n`)
  return `${open}\n${lines.join('')}${indent}${close}`
}

/** A list of short values, as many on a line as fit. */
export function filled(list: string): string {
  const rows: string[] = ['']
  for (const item of list.slice(1, -1).split(', ')) {
    const row = `${rows.at(-1)!} ${item},`
    if (row.length >= WIDTH) rows.push(` ${item},`)
    else rows[rows.length - 1] = row
  }
  return list.length <= WIDTH / 2 ? list : `[\n${rows.map(row => ` ${row}\n`).join('')}]`
}

/** A number; whole ones of five digits and more in groups of three. */
function number(value: number): string {
  return Number.isSafeInteger(value) && Math.abs(value) >= 10_000
    ? String(value).replace(/\B(?=(\d{3})+$)/g, '_')
    : String(value)
}

/** A table cell on one line: lists stored as sets become `new Set([...])`. */
export function cell(value: Cell, type: Type | undefined): string {
  if (Array.isArray(value)) {
    const list = `[${value.map((v: Cell) => cell(v, type?.kind === 'list' ? type.of : undefined)).join(', ')}]`
    return type?.kind === 'list' && type.set === true ? `new Set(${list})` : list
  }
  if (typeof value === 'object') {
    return object(Object.entries(value).map(([k, v]) => [k, cell(v, inner(type, k))] as const))
  }
  return literal(value)
}

function inner(type: Type | undefined, name: string): Type | undefined {
  if (type?.kind === 'table') return type.of
  return type?.kind === 'record' && Object.hasOwn(type.fields, name)
    ? type.fields[name]!.type
    : undefined
}
