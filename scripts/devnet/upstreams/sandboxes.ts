/**
 * A sandbox service below `/v1`: creates sandboxes, emulates a few commands in them, lists and ends
 * them. Whoever has the key and the id of a sandbox may use it. One can be ended by the label, too,
 * that it was created with.
 */
import { boxes, type Boxes, type Config } from './sandbox/boxes.ts'
import { faultsOf, type Operation } from './sandbox/request.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const BASE = '/v1'

const error = (status: number, code: string, message: string): UpstreamReply =>
  json(status, { error: { code, message } })

const unknown = (id: string): UpstreamReply =>
  error(404, 'sandbox_not_found', `Sandbox ${id.slice(0, 80)} is not running`)

/** The upstream's clock, Unix ms. */
const nowOf = ({ behaviour }: UpstreamRequest): number => Date.now() + (behaviour.ahead ?? 0)

function boxesOf({ shelf }: UpstreamRequest): Boxes {
  const known = (shelf.get('boxes') as Boxes | undefined) ?? boxes()
  shelf.set('boxes', known)
  return known
}

const CALLS: Readonly<Record<Operation, (request: UpstreamRequest) => UpstreamReply>> = {
  create(request) {
    const { gpu = null, image, timeout, cpu, memory } = request.json as Config
    const config = { image, timeout, cpu, memory, gpu }
    const box = boxesOf(request).create(config, nowOf(request), request.json.label)
    const created_at = new Date(box.created).toISOString()
    return json(200, { sandbox_id: box.id, status: 'running', created_at, config })
  },
  exec(request) {
    const { sandbox_id, command, timeout } = request.json
    const at = { now: nowOf(request), seconds: timeout as number }
    const done = boxesOf(request).exec(sandbox_id, command, at)
    return done ? json(200, { sandbox_id, ...done }) : unknown(sandbox_id)
  },
  status(request) {
    const { sandbox_id } = request.json
    const found = boxesOf(request).status(sandbox_id, nowOf(request))
    return found ? json(200, { sandbox_id, ...found }) : unknown(sandbox_id)
  },
  terminate(request) {
    const { label = '', sandbox_id = boxesOf(request).labelled(label) ?? label } = request.json
    const isKnown = boxesOf(request).terminate(sandbox_id, nowOf(request))
    return isKnown ? json(200, { sandbox_id, status: 'terminated' }) : unknown(sandbox_id)
  },
  list(request) {
    const known = boxesOf(request)
    const boxes = known.held().map(({ id, files }) => ({
      sandbox_id: id,
      files,
      ...known.status(id, nowOf(request)),
    }))
    return json(200, { boxes })
  },
}

function answer(request: UpstreamRequest): UpstreamReply {
  const name = request.path.slice(BASE.length + 1)
  if (!request.path.startsWith(`${BASE}/`) || !Object.hasOwn(CALLS, name))
    return error(404, 'not_found', 'There is no such endpoint')
  if (request.method !== 'POST') return error(405, 'method_not_allowed', 'Use POST')
  const call = name as Operation
  const detail = faultsOf(call, request.json)
  return detail.length > 0 ? json(422, { detail }) : CALLS[call](request)
}

/** The upstream behind `/api/v1/sandbox/`. */
export const sandboxes: Upstream = {
  name: 'boxes',
  env: 'BOXES',
  header: 'Authorization',
  scheme: 'Bearer',
  base: BASE,
  answer,
  failures: {
    unauthorized: () => error(401, 'unauthorized', 'Invalid API key'),
    rateLimited: seconds => ({
      ...error(429, 'rate_limited', 'Too many sandboxes are being started'),
      headers: retryAfterHeader(seconds),
    }),
    failed: (status, code) => error(status, code ?? 'internal', 'Something went wrong'),
    refused: () => error(403, 'forbidden', 'Your plan does not include this'),
    empty: () => json(200, {}),
  },
}
