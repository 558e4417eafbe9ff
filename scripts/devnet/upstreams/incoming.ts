/** Reads requests to an upstream, and records what tests may ask about. */
import type { IncomingMessage } from 'node:http'
import { parseForm, summary } from './form.ts'
import { PLAIN_PLAN } from './jobs.ts'
import type { SeenCall, UpstreamRequest } from './contract.ts'

/** Facts that do not come with the request. */
type Facts = Pick<UpstreamRequest, 'origin' | 'jobs' | 'shelf' | 'balanceOf'>

const CALLS_KEPT = 2000
const BODY_LIMIT = 64 * 1024 * 1024
const BODY_KEPT = 64 * 1024

/** Reads the request with its whole body. Throws if it is too large. */
export async function readRequest(
  message: IncomingMessage,
  facts: Facts,
): Promise<UpstreamRequest> {
  const body = await bytes(message)
  const form = await parseForm(body, message.headers['content-type'])
  const text = form ? summary(form) : body.toString()
  const url = new URL(message.url ?? '/', facts.origin)
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    text,
    json: form ? undefined : parse(text),
    form,
    plan: PLAIN_PLAN,
    behaviour: { mode: 'ok' },
    ...facts,
  }
}

async function bytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new Error('request too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Records a call; its status is filled in by the code that answers it. */
export function remember(calls: SeenCall[], request: UpstreamRequest): SeenCall {
  const { method, path } = request
  const seen: SeenCall = {
    method,
    path,
    query: Object.fromEntries(request.query),
    headers: Object.keys(request.headers),
    body: request.text.slice(0, BODY_KEPT),
    at: Date.now(),
  }
  calls.push(seen)
  if (calls.length > CALLS_KEPT) calls.shift()
  return seen
}
