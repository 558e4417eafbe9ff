/** Reads untrusted JSON without assuming its shape. */
import { Malformed, type SseEvent } from './types.ts'

/** A JSON object with unknown members. */
export type Members = { readonly [member: string]: unknown }

/** Returns the members of an object; undefined for anything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined
}

/** Returns the objects of a list; none if it is not a list. */
export function objectsOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(item => membersOf(item) !== undefined) : []
}

/** Returns a string that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a token count; 0 if it is not a valid one. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** Returns the object in a stream event. Throws Malformed if there is none. */
export function eventMembers(event: SseEvent): Members {
  let value: unknown
  try {
    value = JSON.parse(event.data)
  } catch {
    throw new Malformed('an event of the stream is no JSON')
  }
  const members = membersOf(value)
  if (members === undefined) throw new Malformed('an event of the stream is no object')
  return members
}

/** Returns the upstream's error message, wherever it is. */
export function errorTextOf(raw: unknown): { message: string; type?: string } {
  const members = membersOf(raw)
  const message = textOf(raw) ?? textOf(members?.message) ?? 'The upstream failed'
  const type = [members?.type, members?.status, members?.code]
    .map(textOf)
    .find(text => text !== undefined)
  return type === undefined ? { message } : { message, type }
}

/**
 * Returns the arguments of a tool call as an object. Arguments that are not a JSON object are
 * wrapped as text, so that the turn can still be sent.
 */
export function argumentsOf(text: string | undefined): Members {
  if (text === undefined || text.trim() === '') return {}
  try {
    return membersOf(JSON.parse(text)) ?? { arguments: text }
  } catch {
    return { arguments: text }
  }
}
