/** Answers with what does not change: a generated document, or a reply that was made at start. */
import type { Call, Stage } from '../context.ts'
import type { Asked, Content } from '../documents/content.ts'

/** A caller who has the content already gets 304; asking so counts in no limit. */
export const unchanged: Stage = async call => {
  const asked = askedOf(call)
  if (asked.ifNoneMatch === undefined) return undefined
  return (await contentOf(call))?.unchanged(asked)
}

/** The content itself. */
export const document: Stage = async call => (await contentOf(call))?.reply(askedOf(call))

async function contentOf({ live, core, facts }: Call): Promise<Content | undefined> {
  const { document: name } = live.route
  return name === undefined ? live.content : core.documents(name, facts.origin)
}

function askedOf({ scope }: Call): Asked {
  const headers = scope.request_headers as Record<string, string | undefined>
  return { acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }
}
