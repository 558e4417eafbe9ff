/** Reads the query and the body, checks their shapes and fills in defaults. */
import type { Call, Reply, Stage } from '../context.ts'
import type { Json } from '../contract.ts'
import { refuse } from '../errors/answer.ts'
import type { Issue } from '../input/check.ts'
import { parseJson } from '../input/json.ts'
import { parseQuery } from '../input/query.ts'

export const parse: Stage = call => parseSearch(call) ?? parseBody(call)

function parseSearch(call: Call): Reply | undefined {
  call.scope.query = parseQuery(call.facts.search)
  if (call.live.query === undefined) return undefined
  const checked = call.live.query(call.scope.query)
  if (checked.issues !== undefined) return invalid(call, checked.issues)
  call.scope.query = checked.value
  return undefined
}

function parseBody(call: Call): Reply | undefined {
  if (call.live.body === undefined) return undefined
  const wrong = wrongType(call)
  if (wrong !== undefined) return invalid(call, [wrong])
  if (call.bytes === undefined) return invalid(call, [{ path: '', message: 'a JSON body is required', code: 'required' }])
  const parsed = parseJson(call.bytes)
  if (!parsed.ok) return refuse(call, 'invalid_json', { details: parsed.reason })
  const checked = call.live.body(parsed.value)
  if (checked.issues !== undefined) return invalid(call, checked.issues)
  call.scope.body = checked.value
  return undefined
}

/** A body without any declared type is taken for JSON; another declared type is refused. */
function wrongType(call: Call): Issue | undefined {
  if (call.contentEncoding !== undefined && call.contentEncoding !== 'identity') {
    return { path: '', message: 'the body must not be compressed', code: 'content_encoding' }
  }
  const type = call.contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined || type === '' || type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return undefined
  return { path: '', message: 'the body must be application/json', code: 'content_type' }
}

function invalid(call: Call, issues: readonly Issue[]): Reply {
  return refuse(call, 'invalid_body', { issues: issues as unknown as Json })
}
