/** Replies with fixed content: a generated document, or a reply that was rendered at start. */
import type { Call, Reply, Stage } from '../call.ts'
import { parseQuery } from '../input/query.ts'
import { INSTANT_WORDS, readInstant } from '../lib/instant.ts'
import { refuse } from './answer.ts'
import type { ContentPreferences, Content } from './documents/content.ts'

/**
 * Replies 304 to a caller that has the content already. It runs before the limits, so such requests
 * count in none.
 */
export const unchanged: Stage = call => {
  const preferences = preferencesOf(call)
  if (preferences.ifNoneMatch === undefined) return undefined
  return withContent(call, content => content.unchanged(preferences))
}

/** Replies with the content of a route that serves a document or a fixed reply. */
export const document: Stage = call =>
  withContent(call, content => content.reply(preferencesOf(call)))

/**
 * Replies with the route's content, if it has any. It returns a promise only for a generated
 * document.
 */
function withContent(
  call: Call,
  reply: (content: Content) => ReturnType<Stage>,
): ReturnType<Stage> {
  const { compiled, context, facts, offering } = call
  const { document: name } = compiled.route
  if (name === undefined)
    return offering.content === undefined ? undefined : reply(offering.content)
  const at = instantOf(call)
  return typeof at === 'number' ? context.documents(name, facts.origin, at).then(reply) : at
}

/** The instant of which the document is asked, or the reply to one that cannot be read. */
function instantOf(call: Call): number | Reply {
  const { documentAt } = call.compiled.route
  if (documentAt === undefined) return call.context.clock.now()
  const query = parseQuery(call.facts.search)
  const text = documentAt({ ...call.scope, query }) as unknown
  if (text === undefined) return call.context.clock.now()
  const at = typeof text === 'string' ? readInstant(text) : undefined
  if (at !== undefined) return at
  // The formula may read any parameter; where it reads one, that is the one at fault.
  const path = Object.keys(query).find(name => query[name] === text) ?? ''
  const message = `must be ${INSTANT_WORDS}`
  return refuse(call, 'invalid_body', { issues: [{ path, message, code: 'invalid', in: 'query' }] })
}

function preferencesOf({ scope }: Call): ContentPreferences {
  const headers = scope.request_headers as Record<string, string | undefined>
  return { acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }
}
