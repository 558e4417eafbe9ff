/**
 * Query parameters checked the way the data upstream checks them: problems answered 422, all at
 * once.
 */
import { json } from '../contract.ts'
import type { UpstreamReply, UpstreamRequest } from '../contract.ts'

/** One faulty parameter, as FastAPI reports it. */
export interface Problem {
  type: string
  loc: (string | number)[]
  msg: string
  input: unknown
  ctx?: object
}

/** Raised by a handler; answered with its status and body. */
export class Refused extends Error {
  override name = 'Refused'
  readonly reply: UpstreamReply
  constructor(reply: UpstreamReply) {
    super('refused')
    this.reply = reply
  }
}

/** Parameters that cannot be taken, named one by one. */
export const invalid = (...detail: Problem[]): Refused => new Refused(json(422, { detail }))
/** Something that is not there. */
export const notFound = (message: string): Refused =>
  new Refused(json(404, { error: 'Not Found', message }))
/** A request that makes no sense. */
export const badRequest = (message: string): Refused =>
  new Refused(json(400, { error: 'Bad Request', message }))

/** Reads parameters of one request. Each method throws `Refused` on a bad value. */
export function paramsOf(request: UpstreamRequest) {
  const get = (name: string) => request.query.get(name) ?? undefined
  const whole = (name: string, range: { min: number; max: number; or: number }): number => {
    const input = get(name)
    if (input === undefined) return range.or
    const loc = ['query', name]
    if (!/^-?\d+$/.test(input))
      throw invalid({
        type: 'int_parsing',
        loc,
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input,
      })
    const value = Number(input)
    if (value < range.min)
      throw invalid({
        type: 'greater_than_equal',
        loc,
        msg: `Input should be greater than or equal to ${range.min}`,
        input,
        ctx: { ge: range.min },
      })
    if (value > range.max)
      throw invalid({
        type: 'less_than_equal',
        loc,
        msg: `Input should be less than or equal to ${range.max}`,
        input,
        ctx: { le: range.max },
      })
    return value
  }
  const oneOf = <T extends string>(name: string, choices: readonly T[]): T | undefined => {
    const input = get(name)
    if (input === undefined || choices.includes(input as T)) return input as T | undefined
    const expected = choices
      .map(c => `'${c}'`)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1')
    throw invalid({
      type: 'literal_error',
      loc: ['query', name],
      msg: `Input should be ${expected}`,
      input,
      ctx: { expected },
    })
  }
  const text = (name: string, length: { min: number; max: number }): string | undefined => {
    const input = get(name)
    if (input === undefined) return undefined
    const loc = ['query', name]
    if (input.length < length.min) {
      throw invalid({
        type: 'string_too_short',
        loc,
        msg: `String should have at least ${length.min} characters`,
        input,
        ctx: { min_length: length.min },
      })
    }
    if (input.length > length.max) {
      throw invalid({
        type: 'string_too_long',
        loc,
        msg: `String should have at most ${length.max} characters`,
        input,
        ctx: { max_length: length.max },
      })
    }
    return input
  }
  const required = (name: string): string => {
    const value = get(name)
    if (value === undefined || value === '')
      throw invalid({ type: 'missing', loc: ['query', name], msg: 'Field required', input: null })
    return value
  }
  /** Comma-separated values, or the parameter repeated. */
  const list = (name: string, max: number): string[] => {
    const values = request.query
      .getAll(name)
      .flatMap(part => part.split(','))
      .filter(Boolean)
    if (values.length > max)
      throw invalid({
        type: 'too_long',
        loc: ['query', name],
        msg: `List should have at most ${max} items after validation, not ${values.length}`,
        input: values,
        ctx: { max_length: max },
      })
    return values
  }
  return { get, whole, oneOf, text, required, list }
}

/** Reads the parameters of one request. */
export type Params = ReturnType<typeof paramsOf>

/**
 * A page of a list by `limit` and `pagination_key` (or `offset`), with the key of the next page.
 */
export function page<T>(
  all: readonly T[],
  params: Params,
): { items: T[]; pagination: object; keyset: object } {
  const limit = params.whole('limit', { min: 1, max: 100, or: 20 })
  const key = params.get('pagination_key')
  const start =
    key === undefined ? params.whole('offset', { min: 0, max: 10_000, or: 0 }) : decodeKey(key)
  const items = all.slice(start, start + limit)
  const more = start + items.length < all.length
  const next = more ? encodeKey(start + items.length) : null
  return {
    items,
    pagination: { limit, offset: start, total: all.length, has_more: more, pagination_key: next },
    keyset: { limit, count: items.length, pagination_key: next, has_more: more },
  }
}

const encodeKey = (start: number): string => Buffer.from(`k:${start}`).toString('base64url')

function decodeKey(key: string): number {
  const match = /^k:(\d{1,6})$/.exec(Buffer.from(key, 'base64url').toString())
  if (!match) throw badRequest('Invalid pagination_key')
  return Number(match[1])
}
