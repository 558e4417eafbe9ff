/** Creates the scope of formulas for each call. */
import type { Call, Work } from '../call.ts'
import type { GatewayContext, CompiledRoute } from '../context.ts'
import type { Offering } from './offerings.ts'
import type { ReplyScope, RouteFacts, Scope } from '../contract.ts'

/** What a scope has besides its route; by default the current offering, and no headers. */
interface ScopeParts {
  headers?: Readonly<Record<string, string>>
  offering?: Offering
}

/**
 * Creates the scope of a call before its request is read.
 *
 * The object has all members from the start, even those that get their value later, because Node
 * takes ten times as long to copy an object if the copy gets a new member.
 */
export function makeScope(
  context: Pick<GatewayContext, 'scopeNetwork' | 'hooks'> & { clock: { now(): number } },
  compiled: Pick<CompiledRoute, 'offerings' | 'values'>,
  facts: RouteFacts,
  { headers = {}, offering = compiled.offerings.at(context.clock.now()) }: ScopeParts = {},
): Scope {
  const scope: { [name in keyof Required<ReplyScope>]: ReplyScope[name] | undefined } = {
    route: facts,
    body: undefined,
    query: undefined,
    path: undefined,
    model: undefined,
    models: offering.models,
    lists: offering.lists,
    network: context.scopeNetwork,
    now: Math.floor(context.clock.now() / 1000),
    hooks: context.hooks,
    payer: undefined,
    price: undefined,
    job: undefined,
    payment: undefined,
    result: undefined,
    usage: undefined,
    read: {},
    fetched: undefined,
    transfer: undefined,
    cache: undefined,
    request_headers: headers,
    call: undefined,
    steps: undefined,
    args: undefined,
    settings: undefined,
    ticket: undefined,
    earlier: undefined,
    requested: undefined,
    status: undefined,
    reply: undefined,
    reply_headers: undefined,
    reply_body: undefined,
    values: undefined,
  }
  scope.values = compiled.values(scope as Scope)
  return scope as Scope
}

/** Creates the scope in which formulas read the reply. */
export function replyScope(call: Pick<Call, 'scope'>, done: Work): ReplyScope {
  return { ...call.scope, status: done.status, reply: done.json, reply_headers: done.headers }
}
