/** The scope of formulas, made for each call. */
import type { Call, Core, Live, Work } from './context.ts'
import type { ReplyScope, RouteFacts, Scope } from './contract.ts'

/**
 * A scope before anything of the request was read. Without headers, there is no request. It names
 * all members, also those that get their value later: Node takes ten times as long to copy an
 * object when the copy gets a new member.
 */
export function makeScope(
  core: Core,
  live: Live,
  facts: RouteFacts,
  headers: Readonly<Record<string, string>> = {},
): Scope {
  const scope: { [name in keyof Required<ReplyScope>]: ReplyScope[name] | undefined } = {
    route: facts,
    body: undefined,
    query: undefined,
    path: undefined,
    model: undefined,
    models: live.models,
    lists: live.lists,
    network: core.scopeNetwork,
    now: Math.floor(core.clock.now() / 1000),
    hooks: core.hooks,
    payer: undefined,
    price: undefined,
    job: undefined,
    payment: undefined,
    result: undefined,
    cache: undefined,
    request_headers: headers,
    ticket: undefined,
    earlier: undefined,
    requested: undefined,
    status: undefined,
    reply: undefined,
    reply_headers: undefined,
    reply_body: undefined,
  }
  return scope as Scope
}

/** The scope in which formulas see the reply. */
export function replyScope(call: Pick<Call, 'scope'>, done: Work): ReplyScope {
  return { ...call.scope, status: done.status, reply: done.json, reply_headers: done.headers }
}
