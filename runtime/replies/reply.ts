/** Writes the result. */
import type { Call, Reply, Stage, Work } from '../context.ts'
import type { CallerProtocolName, Json, Route, Scope } from '../contract.ts'
import { headerText } from './answer.ts'
import { estimatedUsage, outputOf } from './usage.ts'
import { generationCache } from '../lib/cache.ts'
import { openHeaders } from '../http/cors.ts'
import { prepared } from '../http/heads.ts'
import { callers } from '../protocols/index.ts'
import type { Completion, ReplyFacts } from '../protocols/types.ts'
import { firstFile, withContent } from './file-content.ts'
import { receiptHeaders, unsettledHeaders } from '../x402/receipt.ts'

type Headers = Reply['headers']

const JSON_TYPE = 'application/json; charset=utf-8'

/** Heads of replies by their type; suppliers give a handful of them. */
const plainHeads = generationCache<Headers>(256)

export const reply: Stage = call => {
  const made = render(call)
  return made instanceof Promise ? made.then(one => proven(call, one)) : proven(call, made)
}

function proven(call: Call, made: Reply): Reply {
  const { unsettled, transaction } = call.charge
  if (unsettled !== undefined)
    return {
      ...made,
      headers: { ...made.headers, ...unsettledHeaders(call) },
      outcome: 'unsettled',
    }
  return transaction === undefined ? made : withReceipt(call, made, transaction)
}

/** The reply as the catalog says it, without a receipt. */
export function render(call: Call): Reply | Promise<Reply> {
  const { route } = call.compiled
  if (route.speaks !== undefined)
    return json(
      call,
      200,
      spoken(call, route.speaks, call.scope.result as unknown as ConversationResult),
    )
  if (route.reply === 'verbatim') return verbatim(call, call.work!)
  return route.file?.(call.scope) === true ? file(call) : composed(call, route.reply)
}

async function composed(call: Call, compose?: Exclude<Route['reply'], 'verbatim'>): Promise<Reply> {
  const { route } = call.compiled
  const scope = await withContent(call)
  const body = compose === undefined ? (scope.result ?? {}) : await compose(scope)
  return json(call, route.status === undefined ? 200 : await route.status(call.scope), body)
}

/** The same for the poll of a completed job, for which the catalog may have words of its own. */
export async function renderPolled(call: Call): Promise<Reply> {
  const completed = call.compiled.route.job?.completed
  if (completed === undefined) return render(call)
  return json(call, 200, completed(await withContent(call)))
}

/** The result of a conversation, as it is kept until it is delivered. */
export interface ConversationResult {
  completion: Completion
  facts: ReplyFacts
}

function spoken(
  call: Call,
  name: CallerProtocolName,
  { completion, facts }: ConversationResult,
): Json {
  const usage = completion.usage ?? estimatedUsage(call, outputOf(completion))
  return callers[name].reply(usage === undefined ? completion : { ...completion, usage }, facts)
}

function json(call: Call, status: number, body: unknown): Reply {
  return whole(status, headersOf(call, JSON_TYPE), JSON.stringify(body))
}

/** The stored file itself. */
async function file(call: Call): Promise<Reply> {
  const { bytes, type } = await firstFile(call)
  return whole(200, headersOf(call, type), bytes)
}

/** Adds the proof of settlement, and remembers whose delivery is to be noted. */
export function withReceipt(call: Call, made: Reply, transaction: string): Reply {
  const receipt = receiptHeaders(call.context, { transaction, payer: call.payer! })
  const headers = Object.assign({}, made.headers, receipt)
  return { ...made, headers, outcome: 'charged', record: call.charge.record }
}

/** The upstream's bytes. A reply outside 2xx that counts as a result is a 200: it was paid for. */
function verbatim(call: Call, done: Work): Reply {
  const type =
    done.headers['content-type'] ??
    (done.json === undefined ? 'application/octet-stream' : JSON_TYPE)
  const status = done.status >= 200 && done.status < 300 ? done.status : 200
  return whole(status, headersOf(call, type), done.body)
}

/** Headers that the catalog gives a route's reply. */
export function ownHeaders(route: Route, scope: Scope): Record<string, string> {
  const own = route.headers?.(scope) ?? {}
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name.toLowerCase(), headerText(String(value))]),
  )
}

/** The headers of a reply without a receipt; prepared where the catalog adds none. */
function headersOf({ compiled: { route }, scope }: Call, type: string): Headers {
  const plain = plainHeaders(type)
  return route.headers === undefined ? plain : Object.assign({}, plain, ownHeaders(route, scope))
}

function plainHeaders(type: string): Headers {
  const known = plainHeads.get(type)
  if (known !== undefined) return known
  const made = prepared(Object.assign({ 'content-type': headerText(type) }, openHeaders))
  plainHeads.set(type, made)
  return made
}

/** A reply that went well. All members are named, so that it is quickly copied with a receipt. */
function whole(status: number, headers: Headers, body: string | Buffer): Reply {
  return { status, headers, body, outcome: 'ok', record: undefined }
}
