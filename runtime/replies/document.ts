/** Replies with fixed content: a generated document, or a reply that was rendered at start. */
import type { Call, Stage } from '../call.ts'
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
  { compiled, context, facts, offering }: Call,
  reply: (content: Content) => ReturnType<Stage>,
): ReturnType<Stage> {
  const { document: name } = compiled.route
  if (name !== undefined) return context.documents(name, facts.origin).then(reply)
  return offering.content === undefined ? undefined : reply(offering.content)
}

function preferencesOf({ scope }: Call): ContentPreferences {
  const headers = scope.request_headers as Record<string, string | undefined>
  return { acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }
}
