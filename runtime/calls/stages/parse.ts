/** Reads the query and the body, checks their shapes and fills in defaults. */
import type { Call, Reply, Stage } from '../../call.ts'
import type { Json } from '../../contract.ts'
import { metered } from '../../limits/metered.ts'
import { refuse } from '../../replies/answer.ts'
import type { Issue } from '../../input/check.ts'
import { formValue } from '../../input/form.ts'
import { parseJson } from '../../input/json.ts'
import { readMultipart } from '../../input/multipart.ts'
import { ownBody, type OwnBody } from '../../input/own-body.ts'
import { hasTooMany, MOST_PARAMETERS, parseQuery } from '../../input/query.ts'
import { refused } from './gates.ts'
import { noteBody, noteQuery, noteTranslated } from './warnings.ts'

const FORM = 'multipart/form-data'

const TOO_MANY: Issue = {
  path: '',
  message: `has more than ${MOST_PARAMETERS} parameters`,
  code: 'too_many',
  in: 'query',
}

/**
 * Parses the query and the body into the call's scope. Refuses invalid input.
 */
export const parse: Stage = call => metered(call, () => parseSearch(call) ?? parseBody(call))

function parseSearch(call: Call): Reply | undefined {
  // An upstream that gets the whole query would read what no gate has seen.
  if (hasTooMany(call.facts.search)) return invalid(call, [TOO_MANY])
  noteQuery(call)
  call.scope.query = parseQuery(call.facts.search)
  if (call.compiled.query === undefined) return undefined
  const checked = call.compiled.query(call.scope.query)
  if (checked.issues !== undefined)
    return invalid(
      call,
      checked.issues.map(one => ({ ...one, in: 'query' })),
    )
  call.scope.query = checked.value
  return undefined
}

function parseBody(call: Call): Reply | undefined | Promise<Reply | undefined> {
  if (call.compiled.body === undefined) return undefined
  const type = mediaType(call)
  const wrong = wrongType(call, type)
  if (wrong !== undefined) return invalid(call, [wrong])
  const { bytes } = call
  if (bytes === undefined)
    return invalid(call, [{ path: '', message: 'a JSON body is required', code: 'required' }])
  if (type === FORM) return parseForm(call, bytes)
  const parsed = parseJson(bytes)
  return parsed.ok
    ? checkBody(call, parsed.value)
    : refuse(call, 'invalid_json', { details: parsed.reason })
}

async function parseForm(call: Call, bytes: Buffer): Promise<Reply | undefined> {
  const form = await readMultipart(bytes, call.contentType!)
  if (!form.ok) return invalid(call, [{ path: '', message: form.reason, code: 'multipart' }])
  const { translate, body } = call.compiled.route
  return checkBody(call, formValue(form.parts, (translate?.body ?? body!).schema))
}

/** Checks a body that could be read, and stores it in the scope. */
function checkBody(call: Call, written: unknown): Reply | undefined | Promise<Reply | undefined> {
  noteBody(call, written)
  const own = ownBody(call.compiled, call.scope, written)
  return own instanceof Promise ? own.then(body => accept(call, body)) : accept(call, own)
}

function accept(call: Call, own: OwnBody): Reply | undefined {
  if (own.refusal !== undefined) return refused(call, own.refusal)
  if (own.issues !== undefined) return invalid(call, own.issues)
  call.scope.body = own.value
  if (own.made !== undefined) noteTranslated(call, own.made)
  return undefined
}

/** Whether the body was sent and parsed as a form. */
export function isForm(call: Call): boolean {
  return (
    call.compiled.route.multipart === true &&
    call.scope.body !== undefined &&
    mediaType(call) === FORM
  )
}

function mediaType(call: Call): string {
  return call.contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * Returns the issue with the body's type, if any. Without a declared type the body is read as JSON;
 * forms are accepted only if the route takes them.
 */
function wrongType(call: Call, type: string): Issue | undefined {
  if (call.contentEncoding !== undefined && call.contentEncoding !== 'identity') {
    return { path: '', message: 'the body must not be compressed', code: 'content_encoding' }
  }
  const takesForms = call.compiled.route.multipart === true
  if (
    type === '' ||
    type === 'application/json' ||
    /^application\/[\w.-]+\+json$/.test(type) ||
    (takesForms && type === FORM)
  )
    return undefined
  const wanted = takesForms ? `application/json or ${FORM}` : 'application/json'
  return { path: '', message: `the body must be ${wanted}`, code: 'content_type' }
}

function invalid(call: Call, issues: readonly Issue[]): Reply {
  return refuse(call, 'invalid_body', { issues: issues as unknown as Json })
}
