/** Stores the media of a result durably, before anything is settled. */
import type { Call, Reply, Stage, Work } from '../../call.ts'
import type { Json } from '../../contract.ts'
import { release } from '../../replies/release.ts'
import { FetchRefused } from '../../media/fetch-public.ts'
import { linkedSignal } from '../../lib/signals.ts'
import type { RequestIds } from '../../lib/trace.ts'
import type { UpstreamFailure } from '../../upstream/types.ts'
import { carriesContent, isReadable } from '../../replies/file-content.ts'
import { failed, upstreamOf } from './work.ts'

/** Longest time, in ms, to copy the media of one result while its caller waits. */
const LONGEST_COPY = 120_000

/**
 * Copies the media of the call's result. Media that are not copied in time keep the upstream's
 * addresses, because the payment must still be valid.
 */
export const mirror: Stage = call =>
  call.compiled.route.mirror === undefined || call.work === undefined
    ? undefined
    : copyMedia(call, call.work)

async function copyMedia(call: Call, work: Work): Promise<Reply | undefined> {
  const { signal, abort, unlink } = linkedSignal(call.context.halted)
  const cancel = call.context.clock.after(timeFor(call), () =>
    abort(new FetchRefused('no time is left for a copy')),
  )
  const done = await mirrored(call, work.given, signal).finally(() => {
    cancel()
    unlink()
  })
  if ('ok' in done) {
    await release(call, done.kind)
    return failed(call, done as UpstreamFailure)
  }
  call.scope.result = done
  return undefined
}

/**
 * Time for copying, in ms: half of the remaining validity of the authorization. The other half is
 * for the settlement.
 */
function timeFor({ context, payment }: Call): number {
  if (payment === undefined) return LONGEST_COPY
  const left = Number(payment.authorization.validBefore) * 1000 - context.clock.now()
  return Math.min(LONGEST_COPY, Math.max(0, left / 2))
}

/** Addresses that a caller may be able to open: on the web, or with the content inside. */
const OPENABLE = /^(?:https?:\/\/|data:[\w.+-]+\/[\w.+-]+;base64,)/i

/**
 * Whether an address can be opened. Media that were not copied keep the upstream's address, which
 * may be just `https://`.
 */
const isOpenable = (address: Json | undefined): boolean =>
  typeof address === 'string' && OPENABLE.test(address) && URL.canParse(address)

/**
 * Returns the result with the hosted addresses of its media, or a failure if a file has no content
 * that the caller can get.
 */
export async function mirrored(
  call: Pick<Call, 'context' | 'compiled' | 'facts' | 'scope'> & { ids?: RequestIds },
  given: Work['given'],
  signal?: AbortSignal,
): Promise<Work['given'] | UpstreamFailure> {
  const name = call.compiled.route.mirror
  const assets = name === undefined ? undefined : given[name]
  if (name === undefined || !Array.isArray(assets) || call.context.mirror === undefined)
    return given
  const sourceUpstream = upstreamOf(call)
  const upstream =
    sourceUpstream === undefined ? undefined : { name: sourceUpstream, scope: call.scope }
  const all = await call.context.mirror.mirror(assets, {
    origin: call.facts.origin,
    signal,
    upstream,
    ids: call.ids,
  })
  const hosted = all.filter(({ url }) => isOpenable(url))
  if (hosted.length < Math.max(1, assets.length)) {
    return noResult('The upstream gave no result, or a part of it without content')
  }
  // A result that cannot be returned in the requested form is not charged.
  if (carriesContent(call) && !hosted.every(isReadable)) {
    return noResult('A file of the result could not be fetched')
  }
  return { ...given, [name]: hosted }
}

function noResult(details: string): UpstreamFailure {
  return { ok: false, kind: 'upstream_failed', details, source: '' }
}
