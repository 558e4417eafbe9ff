/** Replies with fixed content: a generated document, or a reply that was rendered at start. */
import type { Call, Reply, Stage } from '../call.ts'
import { parseQuery } from '../input/query.ts'
import { INSTANT_WORDS, readInstant } from '../lib/instant.ts'
import { refuse } from './answer.ts'
import { prefersHtml } from './documents/accept.ts'
import type { ContentPreferences, Content } from './documents/content.ts'
import { linksOf } from './documents/page-headers.ts'

/**
 * Replies 304 to a caller that already has the content. It runs before the limits, so that such
 * requests count in none.
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
  const { document: name, documentHtml: html } = compiled.route
  if (name === undefined)
    return offering.content === undefined ? undefined : reply(offering.content)
  const wrong = wrongQuery(call)
  if (wrong !== undefined) return wrong
  const at = instantOf(call)
  if (typeof at !== 'number') return at
  if (html !== undefined) return eitherForm(call, { name, html, at }, reply)
  const asked = tagOf(call)
  return context
    .documents(name, facts.origin, at, asked?.tag)
    .then(found => ('tags' in found ? unknownTag(call, asked!.query, found.tags) : reply(found)))
}

/** Returns the document, or the page for browsers, with links to the documents of the gateway. */
async function eitherForm(
  { context, facts, scope }: Call,
  { name, html, at }: { name: string; html: string; at: number },
  reply: (content: Content) => ReturnType<Stage>,
): Promise<Reply | undefined> {
  const { accept } = scope.request_headers as Record<string, string | undefined>
  const form = prefersHtml(accept) ? html : name
  const made = await reply(await context.documents(form, facts.origin, at))
  if (made === undefined) return undefined
  const vary = `Accept, ${made.headers.vary}`
  return { ...made, headers: { ...made.headers, vary, link: linksOf(context) } }
}

/**
 * Refuses a query that is not as the route declares it: documents are served before it is parsed.
 */
function wrongQuery(call: Call): Reply | undefined {
  if (call.facts.search === '') return undefined
  const issues = call.compiled.query?.(parseQuery(call.facts.search)).issues
  if (issues === undefined) return undefined
  return refuse(call, 'invalid_body', { issues: issues.map(one => ({ ...one, in: 'query' })) })
}

type Query = ReturnType<typeof parseQuery>

/** Returns the requested tag, and the query parameters that name it. */
function tagOf(call: Call): { tag: string; query: Query } | undefined {
  const { documentTag } = call.compiled.route
  if (documentTag === undefined) return undefined
  const query = parseQuery(call.facts.search)
  const tag = documentTag({ ...call.scope, query })
  return tag === undefined ? undefined : { tag: String(tag), query }
}

function unknownTag(call: Call, query: Query, tags: readonly string[]): Reply {
  const tag = call.compiled.route.documentTag!({ ...call.scope, query })
  return refuseParameter(call, { query, value: tag }, `must be one of ${tags.join(', ')}`)
}

/** Returns the requested instant of the document, or a refusal if it cannot be read. */
function instantOf(call: Call): number | Reply {
  const { documentAt } = call.compiled.route
  if (documentAt === undefined) return call.context.clock.now()
  const query = parseQuery(call.facts.search)
  const text = documentAt({ ...call.scope, query }) as unknown
  if (text === undefined) return call.context.clock.now()
  const at = typeof text === 'string' ? readInstant(text) : undefined
  if (at !== undefined) return at
  return refuseParameter(call, { query, value: text }, `must be ${INSTANT_WORDS}`)
}

/** Refuses the query parameter that a formula has read: the one with that value. */
function refuseParameter(
  call: Call,
  { query, value }: { query: Query; value: unknown },
  message: string,
): Reply {
  const path = Object.keys(query).find(name => query[name] === value) ?? ''
  return refuse(call, 'invalid_body', { issues: [{ path, message, code: 'invalid', in: 'query' }] })
}

function preferencesOf({ scope }: Call): ContentPreferences {
  const headers = scope.request_headers as Record<string, string | undefined>
  return { acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }
}
