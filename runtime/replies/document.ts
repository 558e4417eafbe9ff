/** Answers with what does not change: a generated document, or a reply that was made at start. */
import type { Call, Stage } from '../context.ts'
import type { ContentPreferences, Content } from './documents/content.ts'

/** A caller who has the content already gets 304; asking so counts in no limit. */
export const unchanged: Stage = call => {
  const asked = askedOf(call)
  if (asked.ifNoneMatch === undefined) return undefined
  return withContent(call, content => content.unchanged(asked))
}

/** The content itself. */
export const document: Stage = call => withContent(call, content => content.reply(askedOf(call)))

/**
 * Waits for a generated document only: most calls have no content, or one that was made at start.
 */
function withContent(
  { compiled, context, facts }: Call,
  reply: (content: Content) => ReturnType<Stage>,
): ReturnType<Stage> {
  const { document: name } = compiled.route
  if (name !== undefined) return context.documents(name, facts.origin).then(reply)
  return compiled.content === undefined ? undefined : reply(compiled.content)
}

function askedOf({ scope }: Call): ContentPreferences {
  const headers = scope.request_headers as Record<string, string | undefined>
  return { acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }
}
