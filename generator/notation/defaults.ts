/** Parses defaults of fields and columns as their type. */
import { suggestion } from '../problems/suggest.ts'
import { fail, type Mistake } from '../formula/fail.ts'
import { numberHint } from './literals.ts'
import { trimmed, unquoted, type Part } from './parts.ts'
import type { Type } from '../types.ts'

/**
 * The default as a JSON value. `limits` are the JSON Schema keywords of the type's range. Stops at
 * a value of another type.
 */
export function defaultOf(part: Part, type: Type, limits: Record<string, unknown> = {}): unknown {
  const value = valueOf(part, type)
  const size =
    typeof value === 'string' ? value.length : Array.isArray(value) ? value.length : value
  if (typeof size !== 'number') return value
  const [low, high] = [
    limits.minLength ?? limits.minimum ?? limits.minItems,
    limits.maxLength ?? limits.maximum ?? limits.maxItems,
  ]
  if (typeof low === 'number' && size < low)
    bad(part, `the default is below the range, which begins at ${low}`)
  if (typeof high === 'number' && size > high)
    bad(part, `the default is above the range, which ends at ${high}`)
  return value
}

function bad(part: Part, message: string, more: Partial<Mistake> = {}): never {
  return fail(part, { code: 'bad-field', message, ...more })
}

function valueOf(part: Part, type: Type): unknown {
  switch (type.kind) {
    case 'string':
      return textOf(part, type.choices)
    case 'boolean':
      return (
        part.text === 'true' ||
        (part.text === 'false'
          ? false
          : bad(part, `the default must be true or false, not ${part.text}`))
      )
    case 'integer':
      return numberOf(part, /^-?\d+$/)
    case 'number':
      return numberOf(part, /^-?\d+(\.\d+)?$/)
    case 'list':
      return listOf(part, type.of)
    default:
      return jsonOf(part)
  }
}

function textOf(part: Part, choices: readonly string[] | undefined): string {
  const text = unquoted(part.text)
  if (!choices || choices.includes(text)) return text
  return bad(part, `the default \`${text}\` is none of the choices`, {
    hint: suggestion(text, choices),
  })
}

function numberOf(part: Part, form: RegExp): number {
  const value = Number(part.text)
  const exact = form.source.includes('.') || Number.isSafeInteger(value)
  if (form.test(part.text) && exact) return value
  return bad(
    part,
    `the default \`${part.text}\` is not ` +
      `${form.source.includes('.') ? 'a number' : 'a whole number'}`,
    {
      code: 'bad-number',
      hint: numberHint(part.text),
    },
  )
}

function listOf(part: Part, of: Type): unknown[] {
  if (!part.text.startsWith('[') || !part.text.endsWith(']'))
    return bad(part, 'the default of a list is written [a, b] or []')
  const inner = part.text.slice(1, -1)
  if (inner.trim() === '') return []
  let at = part.start + 1
  return inner.split(',').map(piece => {
    const one = trimmed(piece, at)
    at += piece.length + 1
    return valueOf(one, of)
  })
}

function jsonOf(part: Part): unknown {
  try {
    return JSON.parse(part.text)
  } catch {
    return bad(part, 'the default is not valid JSON')
  }
}
