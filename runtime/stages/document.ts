/** Answers with a generated document. */
import type { Stage } from '../context.ts'
import { openHeaders } from '../http/cors.ts'

export const document: Stage = async call => {
  const name = call.live.route.document
  if (name === undefined) return undefined
  const { type, bytes } = await call.core.documents(name, call.facts.origin)
  const headers = { ...openHeaders, 'content-type': type, 'cache-control': 'public, max-age=60' }
  return { status: 200, headers, body: bytes, outcome: 'ok' }
}
