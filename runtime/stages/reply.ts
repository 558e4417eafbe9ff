/** Writes the result. */
import type { Call, Reply, Stage, Work } from '../context.ts'
import type { CallerProtocolName, Json, Route, Scope } from '../contract.ts'
import { headerText } from '../errors/answer.ts'
import { estimatedUsage, saidBy } from '../hooks/usage.ts'
import { openHeaders } from '../http/cors.ts'
import { callers } from '../protocols/index.ts'
import type { Completion, ReplyFacts } from '../protocols/types.ts'
import { firstFile, withContent } from './content.ts'
import { receiptHeaders, unsettledHeaders } from './receipt.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export const reply: Stage = async call => {
  const made = await render(call)
  if (call.unsettled !== undefined) return { ...made, headers: { ...made.headers, ...unsettledHeaders(call) }, outcome: 'unsettled' }
  if (call.transaction === undefined) return made
  return withReceipt(call, made, call.transaction)
}

/** The reply as the catalog says it, without a receipt. */
export async function render(call: Call): Promise<Reply> {
  const { route } = call.live
  if (route.speaks !== undefined) return json(call, 200, spoken(call, route.speaks, call.scope.result as unknown as Spoken))
  if (route.reply === 'verbatim') return verbatim(call, call.work!)
  if (route.file?.(call.scope) === true) return file(call)
  const scope = await withContent(call)
  const body = route.reply === undefined ? scope.result ?? {} : await route.reply(scope)
  return json(call, route.status === undefined ? 200 : await route.status(call.scope), body)
}

/** The same for the poll of a completed job, for which the catalog may have words of its own. */
export async function renderPolled(call: Call): Promise<Reply> {
  const completed = call.live.route.job?.completed
  if (completed === undefined) return render(call)
  return json(call, 200, completed(await withContent(call)))
}

/** The result of a conversation, as it is kept until it is delivered. */
export interface Spoken { completion: Completion; facts: ReplyFacts }

function spoken(call: Call, name: CallerProtocolName, { completion, facts }: Spoken): Json {
  const usage = completion.usage ?? estimatedUsage(call, saidBy(completion))
  return callers[name].reply(usage === undefined ? completion : { ...completion, usage }, facts)
}

function json(call: Call, status: number, body: unknown): Reply {
  const headers = { ...plainHeaders(JSON_TYPE), ...ownHeaders(call.live.route, call.scope) }
  return { status, headers, body: JSON.stringify(body), outcome: 'ok' }
}

/** The stored file itself. */
async function file(call: Call): Promise<Reply> {
  const { bytes, type } = await firstFile(call)
  const headers = { ...plainHeaders(headerText(type)), ...ownHeaders(call.live.route, call.scope) }
  return { status: 200, headers, body: bytes, outcome: 'ok' }
}

/** Adds the proof of settlement, and remembers whose delivery is to be noted. */
export function withReceipt(call: Call, made: Reply, transaction: string): Reply {
  const receipt = receiptHeaders(call.core, { transaction, payer: call.payer! })
  return { ...made, headers: { ...made.headers, ...receipt }, outcome: 'charged', record: call.record }
}

/** The upstream's bytes. A reply outside 2xx that counts as a result is a 200: it was paid for. */
function verbatim(call: Call, done: Work): Reply {
  const type = done.headers['content-type'] ?? (done.json === undefined ? 'application/octet-stream' : JSON_TYPE)
  const status = done.status >= 200 && done.status < 300 ? done.status : 200
  const headers = { ...plainHeaders(headerText(type)), ...ownHeaders(call.live.route, call.scope) }
  return { status, headers, body: done.body, outcome: 'ok' }
}

/** Headers that the catalog gives a route's reply. */
export function ownHeaders(route: Route, scope: Scope): Record<string, string> {
  const own = route.headers?.(scope) ?? {}
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), headerText(String(value))]))
}

function plainHeaders(type: string): Record<string, string> {
  return { ...openHeaders, 'content-type': type }
}
