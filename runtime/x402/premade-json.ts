/**
 * JSON of which parts were written before: a 402 holds a schema that is the same for all requests,
 * and far longer than the rest.
 */
import type { Json } from '../contract.ts'

const texts = new WeakMap<object, string>()

/** Writes a value that will stand in many replies, once. It must not change any more. */
export function premade<T extends object>(value: T): T {
  texts.set(value, JSON.stringify(value))
  return value
}

/**
 * The same text as `JSON.stringify`; outermost members that were written before are taken as they
 * are.
 */
export function jsonText(body: Json): string {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return JSON.stringify(body)
  let text = ''
  for (const [name, value] of Object.entries(body)) {
    const said =
      (typeof value === 'object' && value !== null ? texts.get(value) : undefined) ??
      JSON.stringify(value)
    if (said !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${said}`
  }
  return `{${text}}`
}
