/** Renders the result of a call as its reply. */
import type { Call, Reply, Stage, Work } from '../call.ts'
import type { CallerProtocolName, Json, Route, Scope } from '../contract.ts'
import { headerText } from '../lib/header-text.ts'
import { estimatedUsage, outputOf } from './usage.ts'
import { generationCache } from '../lib/cache.ts'
import { openHeaders } from '../http/cors.ts'
import { prepared } from '../http/heads.ts'
import { callers } from '../protocols/index.ts'
import type { Completion, ReplyFacts } from '../protocols/types.ts'
import { firstFile, withContent } from './file-content.ts'
import { nothingDueHeaders, receiptHeaders, unsettledHeaders } from '../x402/receipt.ts'

type Headers = Reply['headers']

const JSON_TYPE = 'application/json; charset=utf-8'

/** Prepared headers by content type; upstreams use only a few types. */
const plainHeads = generationCache<Headers>(256)

/** Ends the call with its result, and adds the receipt if it was paid for. */
export const reply: Stage = call => {
  const rendered = render(call)
  return rendered instanceof Promise
    ? rendered.then(one => withProof(call, one))
    : withProof(call, rendered)
}

/** Adds the receipt of a paid reply, or marks a reply that is served although nothing was paid. */
export function withProof(call: Call, rendered: Reply): Reply {
  const { unsettled, transaction } = call.charge
  if (unsettled !== undefined)
    return {
      ...rendered,
      headers: withProofHeaders(rendered.headers, unsettledHeaders(call)),
      outcome: 'unsettled',
      // A reply whose cost we bear is redelivered until the caller has it.
      ...(call.compiled.route.onSettlementFailure === 'absorb'
        ? { record: call.charge.record }
        : {}),
    }
  if (transaction !== undefined) return withReceipt(call, rendered, transaction)
  if (call.charge.due !== 0n) return rendered
  return {
    ...rendered,
    headers: withProofHeaders(rendered.headers, nothingDueHeaders(call, rendered.body)),
  }
}

/** Renders the call's result as the catalog describes the reply, without a receipt. */
export function render(call: Call): Reply | Promise<Reply> {
  const { route } = call.compiled
  if (route.protocol !== undefined)
    return json(
      call,
      200,
      completionBody(call, route.protocol, call.scope.result as unknown as ConversationResult),
    )
  if (route.reply === 'verbatim') return verbatim(call, call.work!)
  return route.file?.(call.scope) === true ? file(call) : composedReply(call, route.reply)
}

async function composedReply(
  call: Call,
  compose?: Exclude<Route['reply'], 'verbatim'>,
): Promise<Reply> {
  const { route } = call.compiled
  const scope = await withContent(call)
  const body = compose === undefined ? (scope.result ?? {}) : await compose(scope)
  return json(call, route.status === undefined ? 200 : await route.status(call.scope), body)
}

/**
 * Renders the result for the poll of a completed job, for which the catalog may define a different
 * reply.
 */
export async function renderPolled(call: Call): Promise<Reply> {
  const completed = call.compiled.route.job?.completed
  if (completed === undefined) return render(call)
  return json(call, 200, completed(await withContent(call)))
}

/** The result of a completion, as it is stored until its reply is delivered. */
export interface ConversationResult {
  completion: Completion
  facts: ReplyFacts
}

function completionBody(
  call: Call,
  name: CallerProtocolName,
  { completion, facts }: ConversationResult,
): Json {
  const usage = completion.usage ?? estimatedUsage(call, outputOf(completion))
  return callers[name].reply(usage === undefined ? completion : { ...completion, usage }, facts)
}

function json(call: Call, status: number, body: unknown): Reply {
  return okReply(status, headersOf(call, JSON_TYPE), JSON.stringify(body))
}

/** Builds a reply with a fixed body from the catalog; nothing was bought. */
export function fixedAnswer(body: Json): Reply {
  return okReply(200, plainHeaders(JSON_TYPE), JSON.stringify(body))
}

/** Returns the first file of the result as the reply. */
async function file(call: Call): Promise<Reply> {
  const { bytes, type } = await firstFile(call)
  return okReply(200, headersOf(call, type), bytes)
}

/**
 * Adds the receipt headers of a landed payment to a reply, and the record whose delivery is
 * tracked.
 */
export function withReceipt(call: Call, rendered: Reply, transaction: string): Reply {
  const receipt = receiptHeaders(call, {
    transaction,
    payer: call.payer,
    body: rendered.body,
  })
  const headers = withProofHeaders(rendered.headers, receipt)
  return { ...rendered, headers, outcome: 'charged', record: call.charge.record }
}

/** Merges a reply's headers with a proof of payment. An unstorable reply stays unstorable. */
function withProofHeaders(own: Headers, proof: Headers): Headers {
  const unstored = own['cache-control'] === 'no-store' ? { 'cache-control': 'no-store' } : undefined
  return Object.assign({}, own, proof, unstored)
}

/**
 * Returns the upstream's bytes as the reply. The status is 200 if the upstream's is not 2xx,
 * because the caller paid for this result.
 */
function verbatim(call: Call, done: Work): Reply {
  const type =
    done.headers['content-type'] ??
    (done.json === undefined ? 'application/octet-stream' : JSON_TYPE)
  const status = done.status >= 200 && done.status < 300 ? done.status : 200
  return okReply(status, headersOf(call, type), done.body)
}

/** Computes the headers that the catalog adds to a route's reply. */
export function ownHeaders(route: Route, scope: Scope): Record<string, string> {
  const own = route.headers?.(scope) ?? {}
  const present = Object.entries(own).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    present.map(([name, value]) => [name.toLowerCase(), headerText(String(value))]),
  )
}

/** Returns the headers of a reply without a receipt; from the cache if the catalog adds none. */
function headersOf({ compiled: { route }, scope }: Call, type: string): Headers {
  const plain = plainHeaders(type)
  return route.headers === undefined ? plain : Object.assign({}, plain, ownHeaders(route, scope))
}

function plainHeaders(type: string): Headers {
  const known = plainHeads.get(type)
  if (known !== undefined) return known
  const headers = prepared(Object.assign({ 'content-type': headerText(type) }, openHeaders))
  plainHeads.set(type, headers)
  return headers
}

/** Builds a successful reply. All members are set, so that copying it with a receipt is fast. */
function okReply(status: number, headers: Headers, body: string | Buffer): Reply {
  return { status, headers, body, outcome: 'ok', record: undefined }
}
