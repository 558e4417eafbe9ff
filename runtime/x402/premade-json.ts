/**
 * Serializes JSON with parts that were serialized before: a 402 contains a schema that is the same
 * for all requests and much longer than the rest.
 */
import type { Json } from '../contract.ts'

const texts = new WeakMap<object, string>()

/**
 * Serializes a value in advance, because many replies will contain it. It must not change
 * afterwards. Returns the value.
 */
export function premade<T extends object>(value: T): T {
  texts.set(value, JSON.stringify(value))
  return value
}

/** Adds new members to a value. The serialized text of the value is copied. */
export function extended<T extends object, U extends object>(value: T, more: U): T & U {
  const made = { ...value, ...more }
  const [own, added] = [texts.get(value) ?? JSON.stringify(value), JSON.stringify(more)]
  texts.set(made, own === '{}' ? added : `${own.slice(0, -1)},${added.slice(1)}`)
  return made
}

/**
 * Serializes a body to the same text as `JSON.stringify`. Top-level members that were serialized in
 * advance are copied.
 */
export function jsonText(body: Json): string {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return JSON.stringify(body)
  let text = ''
  for (const [name, value] of Object.entries(body)) {
    const json =
      (typeof value === 'object' && value !== null ? texts.get(value) : undefined) ??
      JSON.stringify(value)
    if (json !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${json}`
  }
  return `{${text}}`
}
