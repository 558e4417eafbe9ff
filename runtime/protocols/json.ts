/** Looks into JSON of strangers without trusting its shape. */
import { Malformed, type SseEvent } from './types.ts'

/** An object of JSON whose members are not known. */
export type Members = { readonly [member: string]: unknown }

/** The members of an object; undefined for everything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined
}

/** The objects of a list; none where it is no list. */
export function objectsOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(item => membersOf(item) !== undefined) : []
}

/** A text that says something; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A count of tokens; 0 for what is none. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** The object that an event of a stream holds. Throws Malformed where it holds none. */
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

/** What a supplier says of its failure, wherever it puts the words. */
export function troubleOf(told: unknown): { message: string; type?: string } {
  const members = membersOf(told)
  const message = textOf(told) ?? textOf(members?.message) ?? 'The upstream failed'
  const type = [members?.type, members?.status, members?.code]
    .map(textOf)
    .find(text => text !== undefined)
  return type === undefined ? { message } : { message, type }
}

/**
 * The arguments of a tool's call as an object. A model that wrote no JSON object is quoted: its
 * turn must remain sayable.
 */
export function argumentsOf(text: string | undefined): Members {
  if (text === undefined || text.trim() === '') return {}
  try {
    return membersOf(JSON.parse(text)) ?? { arguments: text }
  } catch {
    return { arguments: text }
  }
}
