/** Prints the types of formulas as TypeScript. */
import type { Field, Type } from '../../types.ts'
import { key, quote } from './literal.ts'

/** One type. `named` returns the names of records that have one (rows). */
export function typeText(type: Type, named?: (name: string) => string | undefined): string {
  switch (type.kind) {
    case 'boolean':
    case 'null':
      return type.kind
    case 'integer':
    case 'number':
      return 'number'
    case 'decimal':
      return 'bigint'
    case 'json':
      return 'any'
    case 'none':
      return 'undefined'
    case 'string':
      return type.choices === undefined || type.choices.length === 0
        ? 'string'
        : type.choices.map(quote).join(' | ')
    case 'list':
      return type.set === true
        ? `ReadonlySet<${typeText(type.of, named)}>`
        : `readonly ${wrapped(typeText(type.of, named))}[]`
    case 'table':
      return `Readonly<Record<string, ${typeText(type.of, named)}>>`
    case 'models':
      return `Models<${typeText(type.row, named)}>`
    case 'record':
      return named?.(type.name ?? '') ?? recordText(type.fields, named)
    case 'hook':
      return hookText(type, named)
  }
}

/** Members of a record on one line. */
export function recordText(
  fields: Readonly<Record<string, Field>>,
  named?: (name: string) => string | undefined,
): string {
  const members = Object.entries(fields).map(
    ([name, f]) => `${key(name)}${f.optional === true ? '?' : ''}: ${typeText(f.type, named)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

function hookText(
  type: Extract<Type, { kind: 'hook' }>,
  named?: (name: string) => string | undefined,
): string {
  const takes = type.takes.map((t, i) => `a${i}: ${typeText(t, named)}`).join(', ')
  const gives = typeText(type.gives, named)
  return `(${takes}) => ${type.wait ? `Promise<${gives}>` : gives}`
}

function wrapped(text: string): string {
  return /[ |]/.test(text) && !text.startsWith('{') ? `(${text})` : text
}
