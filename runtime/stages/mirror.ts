/** Stores the media of a result durably, before anything settles. */
import type { Call, Stage, Work } from '../context.ts'
import { release } from '../errors/release.ts'
import type { UpstreamFailure } from '../upstream/types.ts'
import { failed, supplierOf } from './work.ts'

export const mirror: Stage = async call => {
  if (call.live.route.mirror === undefined || call.work === undefined) return undefined
  const done = await mirrored(call, call.work.given)
  if ('ok' in done) {
    await release(call, done.kind)
    return failed(call, done as UpstreamFailure)
  }
  call.scope.result = done
  return undefined
}

/** Addresses that a caller can open: on the web, or with the content in them. What was not copied keeps the one that its supplier gave. */
const OPENS = /^(?:https?:\/\/|data:[\w.+-]+\/[\w.+-]+;base64,)/i

/** A result whose media have their hosted addresses. Media without any content that a caller can get are no result. */
export async function mirrored(
  call: Pick<Call, 'core' | 'live' | 'facts' | 'scope'>, given: Work['given'], signal?: AbortSignal,
): Promise<Work['given'] | UpstreamFailure> {
  const name = call.live.route.mirror
  const assets = name === undefined ? undefined : given[name]
  if (name === undefined || !Array.isArray(assets) || call.core.mirror === undefined) return given
  const supplier = supplierOf(call)
  const upstream = supplier === undefined ? undefined : { name: supplier, scope: call.scope }
  const all = await call.core.mirror.mirror(assets, { origin: call.facts.origin, signal, upstream })
  const hosted = all.filter(({ url }) => typeof url === 'string' && OPENS.test(url))
  if (hosted.length < Math.max(1, assets.length)) {
    return { ok: false, kind: 'upstream_failed', details: 'The upstream gave no result, or a part of it without content', source: '' }
  }
  return { ...given, [name]: hosted }
}
