/** The scope of formulas, made for each call. */
import type { Call, GatewayContext, CompiledRoute, Work } from '../context.ts'
import type { ReplyScope, RouteFacts, Scope } from '../contract.ts'

/**
 * A scope before anything of the request was read. Without headers, there is no request. It names
 * all members, also those that get their value later: Node takes ten times as long to copy an
 * object when the copy gets a new member.
 */
export function makeScope(
  context: GatewayContext,
  compiled: CompiledRoute,
  facts: RouteFacts,
  headers: Readonly<Record<string, string>> = {},
): Scope {
  const scope: { [name in keyof Required<ReplyScope>]: ReplyScope[name] | undefined } = {
    route: facts,
    body: undefined,
    query: undefined,
    path: undefined,
    model: undefined,
    models: compiled.models,
    lists: compiled.lists,
    network: context.scopeNetwork,
    now: Math.floor(context.clock.now() / 1000),
    hooks: context.hooks,
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

/**
 * Sets `model`; the caller's spelling of it is replaced by the row's id, so that quotes and echoes
 * agree.
 */
export function chooseModel(call: Pick<Call, 'compiled' | 'scope'>): void {
  const { compiled, scope } = call
  const row = compiled.models.get(compiled.route.pick?.(scope))
  if (row === undefined) return
  scope.model = row
  if (compiled.pickAt === undefined) return
  const { part, name } = compiled.pickAt
  // Where the caller wrote none, a default chose the row: what is passed on stays as it came.
  const written = scope[part]?.[name]
  if (written !== undefined && written !== row.id) scope[part] = { ...scope[part], [name]: row.id }
}
